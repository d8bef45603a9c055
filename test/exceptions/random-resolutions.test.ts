import { testDatabase } from '../support/database';
import { testDeps } from '../support/gateway';
import { fc, seed } from '../support/property';
import { history as histories, type History } from './random/history';
import { play } from './random/play';
import { settle } from './random/settle';
import { setStage, type Stage } from './random/stage';

/*
 * Random walks of orders, the bank's movements, true and false reports of them, and an operator who
 * knows only what exceptions and statements say, and errs in one of ten acts. Each act succeeds, or
 * is refused with a reason and changes nothing. See random/settle.ts for the end of a walk.
 */

const runs = Number(process.env['SAPHAN_HISTORIES'] ?? 80);

interface Failure {
  readonly error: unknown;
  readonly log: readonly string[];
}

/** Null when the history keeps all rules. */
async function failureOf(deps: Stage['deps'], history: History): Promise<Failure | null> {
  const stage = await setStage(deps, history);
  try {
    await play(stage, history);
    await settle(stage);
    return null;
  } catch (error) {
    return { error, log: stage.log };
  }
}

async function shorten(deps: Stage['deps'], history: History, failure: Failure): Promise<string> {
  let [shortest, last] = [history, failure];
  for (let at = history.steps.length - 1; at >= 0; at--) {
    const shorter = { ...shortest, steps: shortest.steps.toSpliced(at, 1) };
    const failed = await failureOf(deps, shorter);
    if (failed !== null) [shortest, last] = [shorter, failed];
  }
  const { error, log } = last;
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return [JSON.stringify(shortest), ...log, text].join('\n');
}

test(
  'random walks keep the invariants, and an operator settles every difference from the bank',
  async () => {
    const deps = testDeps((await testDatabase()).knex);
    let failed: readonly [History, Failure] | null = null;
    const property = fc.asyncProperty(histories, async (history) => {
      const failure = await failureOf(deps, history);
      if (failure === null) return;
      failed = [history, failure];
      throw failure.error;
    });
    // Steps are removed by `shorten`: fast-check would play hundreds of variants.
    const { numRuns } = await fc.check(property, { seed, numRuns: runs, endOnFailure: true });
    if (failed === null) return;
    const [history, failure] = failed as readonly [History, Failure];
    const text = await shorten(deps, history, failure);
    throw new Error(`history ${numRuns} of SAPHAN_SEED=${seed} fails:\n${text}`);
  },
  Math.max(600_000, runs * 5_000),
);

import { existsSync } from 'node:fs';
import path from 'node:path';
import { readArguments, usage } from './arguments';
import type { Arguments } from './arguments';
import type { Figures } from './figures';
import { keptSeeds } from './kept-seeds';
import type { KeptSeed } from './kept-seeds';
import { planRun } from './plan/plan-run';
import { renderReport } from './report';
import { run } from './run';

const complain = (line: string) => void process.stderr.write(`${line}\n`);

/** Rejects when what runs is to end before its end. */
function untilEnded(): Promise<never> {
  return new Promise((_, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => reject(new Error(`stopped by ${signal}`)));
    }
  });
}

async function main(): Promise<number> {
  const wanted = readArguments(process.argv.slice(2));
  if (wanted.help) {
    console.log(usage);
    return 0;
  }
  const ended = untilEnded();
  let code = 0;
  for (const one of wanted.kept ? keptSeeds : [wanted]) {
    const figures = await runOnce(one, wanted, ended);
    console.log(wanted.json ? JSON.stringify(figures, null, 2) : renderReport(figures));
    if (figures.findings.length > 0) code = 1;
  }
  return code;
}

function runOnce(
  one: Omit<KeptSeed, 'found'>,
  { beside, verbose }: Arguments,
  ended: Promise<never>,
): Promise<Figures> {
  const beganMs = Date.now();
  const say = (line: string) => {
    if (verbose) complain(`${((Date.now() - beganMs) / 1_000).toFixed(1).padStart(6)} ${line}`);
  };
  // What the build has made: the processes of a run are those of a deployment.
  const entry = entryIn(path.join(__dirname, '..', '..'));
  const besideEntry = beside === null ? entry : entryIn(path.resolve(beside));
  // An earlier release does not know what to make of evidence that contradicts itself.
  const plan = planRun(one, beside === null);
  return run({ plan, temporal: one.temporal, entry, besideEntry, say, ended });
}

/** The compiled `gateway` command of a clone. Throws when it has not been built. */
function entryIn(clone: string): string {
  const entry = path.join(clone, 'dist', 'src', 'main.js');
  if (existsSync(entry)) return entry;
  throw new Error(`${entry} is not there: npm ci && npm run build in ${clone} makes it.`);
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    complain(error instanceof Error ? String(error.stack) : String(error));
    process.exit(1);
  },
);

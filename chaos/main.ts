import { existsSync } from 'node:fs';
import path from 'node:path';
import { readArguments, usage, type Arguments } from './arguments';
import type { Figures } from './figures';
import { savedSeeds, type SavedSeed } from './saved-seeds';
import { planRun } from './plan/plan-run';
import { renderReport } from './report';
import { run } from './run';

const printError = (line: string) => void process.stderr.write(`${line}\n`);

/** Rejects on a termination signal. */
function untilSignal(): Promise<never> {
  return new Promise((_, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => reject(new Error(`stopped by ${signal}`)));
    }
  });
}

async function main(): Promise<number> {
  const args = readArguments(process.argv.slice(2));
  if (args.help) {
    console.log(usage);
    return 0;
  }
  const ended = untilSignal();
  let code = 0;
  for (const one of args.kept ? savedSeeds : [args]) {
    const figures = await runOnce(one, args, ended);
    console.log(args.json ? JSON.stringify(figures, null, 2) : renderReport(figures));
    if (figures.findings.length > 0) code = 1;
  }
  return code;
}

function runOnce(
  one: Omit<SavedSeed, 'found'>,
  { beside, verbose }: Arguments,
  ended: Promise<never>,
): Promise<Figures> {
  const beganMs = Date.now();
  const print = (line: string) => {
    if (verbose) printError(`${((Date.now() - beganMs) / 1_000).toFixed(1).padStart(6)} ${line}`);
  };
  // The compiled build, as in a deployment.
  const entry = entryIn(path.join(__dirname, '..', '..'));
  const besideEntry = beside === null ? entry : entryIn(path.resolve(beside));
  const plan = planRun(one, beside !== null);
  return run({ plan, temporal: one.temporal, entry, besideEntry, print, ended });
}

/** The compiled `gateway` command of a clone. Throws if it is not built. */
function entryIn(clone: string): string {
  const entry = path.join(clone, 'dist', 'src', 'main.js');
  if (existsSync(entry)) return entry;
  throw new Error(`${entry} does not exist: run npm ci && npm run build in ${clone}.`);
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    printError(error instanceof Error ? String(error.stack) : String(error));
    process.exit(1);
  },
);

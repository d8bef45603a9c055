import path from 'node:path';
import { readArguments, usage } from './arguments';
import { planRun } from './plan/plan-run';
import { renderReport } from './report';
import { run } from './run';

/** A machine on which it takes longer is too slow or too busy to say anything. */
const RUN_MS_MAX = 20 * 60_000;

const complain = (line: string) => void process.stderr.write(`${line}\n`);

/** Rejects when the run is to end before its end. */
function untilEnded(): Promise<never> {
  return new Promise((_, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => reject(new Error(`stopped by ${signal}`)));
    }
    const late = () => reject(new Error(`not done within ${RUN_MS_MAX / 60_000} minutes`));
    setTimeout(late, RUN_MS_MAX).unref();
  });
}

async function main(): Promise<number> {
  const wanted = readArguments(process.argv.slice(2));
  if (wanted.help) {
    console.log(usage);
    return 0;
  }
  const { temporal, verbose, json } = wanted;
  const beganMs = Date.now();
  const say = (line: string) => {
    if (verbose) complain(`${((Date.now() - beganMs) / 1_000).toFixed(1).padStart(6)} ${line}`);
  };
  // What `npm run build` has made: the processes of a run are those of a deployment.
  const entry = path.join(__dirname, '..', '..', 'dist', 'src', 'main.js');
  const plan = planRun(wanted);
  const figures = await run({ plan, temporal, entry, say, ended: untilEnded() });
  console.log(json ? JSON.stringify(figures, null, 2) : renderReport(figures));
  return figures.findings.length === 0 ? 0 : 1;
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    complain(error instanceof Error ? String(error.stack) : String(error));
    process.exit(1);
  },
);

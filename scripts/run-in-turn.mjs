// Runs the tests of a shop plug-in, whose parts depend on each other. Node modules only.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * Calls `prepare` with a temporary folder and a list for what is to be closed at the end. It
 * returns tests by name, the context that each gets, and a function that returns the server's log.
 * A failure ends the run, since later tests continue from earlier ones. The last line of the output
 * is `N passed, N failed`.
 */
export async function runInTurn(name, prepare) {
  const closers = [];
  const folder = mkdtempSync(path.join(tmpdir(), `${name}-`));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
  try {
    const failed = await runAll(await prepare(folder, closers));
    process.exitCode = failed === 0 ? 0 : 1;
  } catch (error) {
    console.error(error.message);
    console.log('0 passed, 1 failed');
    process.exitCode = 1;
  } finally {
    for (const close of closers.toReversed()) await close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function runAll({ tests, given, log }) {
  const names = Object.keys(tests);
  let passed = 0;
  for (const name of names) {
    const beganAtMs = performance.now();
    try {
      await tests[name](given);
    } catch (error) {
      console.log(`✕ ${name}\n${error.stack}\n${log().slice(-4_000)}`);
      break;
    }
    passed += 1;
    console.log(`✓ ${name} (${Math.round(performance.now() - beganAtMs)} ms)`);
  }
  console.log(`${passed} passed, ${names.length - passed} failed`);
  return names.length - passed;
}

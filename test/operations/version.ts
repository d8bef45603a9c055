import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { closeAfterFile } from '../support/close-after-file';
import { until } from '../support/until';

type Environment = Readonly<Record<string, string>>;

/** A built version of the gateway, as its image has it. */
export interface Version {
  /** Runs a command. Returns its standard output. Throws for another exit code than 0. */
  run(env: Environment, ...words: readonly string[]): Promise<string>;
  /** Starts a command that runs on, with its standard output discarded. */
  spawn(env: Environment, command: string): ChildProcess;
}

const execute = promisify(execFile);

/** Runs a script that builds, and shows what it prints, such as an error of the compiler. */
async function build(script: string, ...words: readonly string[]): Promise<void> {
  const building = execute(process.execPath, [path.resolve('scripts', script), ...words]);
  building.child.stdout?.pipe(process.stderr);
  building.child.stderr?.pipe(process.stderr);
  await building;
}

/** This clone, built if necessary. */
export async function currentVersion(): Promise<Version> {
  await build('start.mjs', '--version');
  return versionIn(path.resolve('.'));
}

/** A commit of this repository, built in a folder that is removed after the test file. */
export async function versionOf(commit: string): Promise<Version> {
  const folder = await mkdtemp(path.join(tmpdir(), 'saphan-upgrade-from-'));
  closeAfterFile(() => rm(folder, { recursive: true }));
  await build('check-out.mjs', commit, folder);
  return versionIn(folder);
}

function versionIn(folder: string): Version {
  const main = path.join(folder, 'dist/src/main.js');
  return {
    async run(env, ...words) {
      return (await execute(process.execPath, [main, ...words], { env })).stdout;
    },
    spawn: (env, command) =>
      spawn(process.execPath, [main, command], { env, stdio: ['ignore', 'ignore', 'inherit'] }),
  };
}

export interface Replaceable {
  readonly port: number;
  /** Sends SIGTERM and waits for the exit, which must be with the code 0. */
  stop(): Promise<void>;
  /** Starts a version in place of the stopped one, and waits until it is ready. */
  start(version: Version): Promise<void>;
}

/** A process of an installation, which serves `/readyz` on a port. */
export async function startProcess(
  version: Version,
  command: 'api' | 'worker',
  { port, env }: { readonly port: number; readonly env: Environment },
): Promise<Replaceable> {
  let child: ChildProcess;
  const isReady = async () => {
    if (child.exitCode !== null) throw new Error(`the ${command} ended with ${child.exitCode}`);
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
    return answer?.ok === true;
  };
  const start = async (next: Version) => {
    child = next.spawn(env, command);
    await until(isReady, { describe: `the ${command} is ready` });
  };
  const stop = async () => {
    if (child.exitCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
  };
  await start(version);
  closeAfterFile(stop);
  return { port, stop, start };
}

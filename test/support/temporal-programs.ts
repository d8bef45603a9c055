import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

/** The Temporal CLI, obtained if necessary. Its path. */
export const obtainCli = (signal?: AbortSignal): Promise<string> => obtain('cli', signal);

/** The full server and the tool that creates its databases. */
export interface ServerPrograms {
  readonly server: string;
  readonly sqlTool: string;
}

/** The full server, built with Go if necessary. */
export async function obtainServerPrograms(signal?: AbortSignal): Promise<ServerPrograms> {
  const folder = await obtain('server', signal);
  return { server: path.join(folder, 'server'), sqlTool: path.join(folder, 'sql') };
}

/** Runs scripts/temporal.mjs in the clone, which is the working directory. */
async function obtain(program: 'cli' | 'server', signal?: AbortSignal): Promise<string> {
  const script = path.resolve('scripts/temporal.mjs');
  const running = promisify(execFile)(process.execPath, [script, program], { signal });
  running.child.stderr?.pipe(process.stderr);
  return (await running).stdout;
}

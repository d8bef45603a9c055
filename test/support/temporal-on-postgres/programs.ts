import path from 'node:path';
import { userCacheDir } from '../../../sandbox/embedded/cache-dir';
import { fillCacheFolder, withCacheLock } from '../../../sandbox/embedded/cache-folder';
import { goInstall } from '../../../sandbox/embedded/go-install';
import { SetupError } from '../../../sandbox/embedded/setup-error';
import { isProgram } from '../../../sandbox/embedded/temporal-binary';
import type { SourceOptions } from '../../../sandbox/embedded/temporal-source';

/** The tested release; its schemas are in schemas.ts. */
const serverVersion = '1.29.1';

/** The server and the tool that creates its databases. */
export interface ServerPrograms {
  readonly server: string;
  readonly sqlTool: string;
}

type ObtainOptions = SourceOptions & { readonly cacheDir?: string };

/** The programs in the user's cache; null if they are not built yet. */
async function findServerPrograms({
  environment,
  cacheDir = userCacheDir(environment),
}: Pick<ObtainOptions, 'environment' | 'cacheDir'>): Promise<ServerPrograms | null> {
  const programs = programsIn(cachedFolder(cacheDir));
  const there = await Promise.all([programs.server, programs.sqlTool].map(isProgram));
  return there.every(Boolean) ? programs : null;
}

/**
 * Returns the programs from the cache, or builds them with Go. They are not published as
 * separate downloads. Concurrent runs build once. Throws SetupError.
 */
export async function obtainServerPrograms(options: ObtainOptions): Promise<ServerPrograms> {
  const { environment, cacheDir = userCacheDir(environment) } = options;
  const find = () => findServerPrograms({ environment, cacheDir });
  const found = await find();
  if (found !== null) return found;
  return withCacheLock(cacheDir, 'temporal-server', options, async () => {
    return (await find()) ?? (await build(cachedFolder(cacheDir), options));
  });
}

async function build(folder: string, options: ObtainOptions): Promise<ServerPrograms> {
  options.note?.('building the server with Go, about four minutes, once');
  const programs = ['cmd/server', 'cmd/tools/sql'].map(
    (program) => `go.temporal.io/server/${program}@v${serverVersion}`,
  );
  try {
    await fillCacheFolder(folder, (draft) => goInstall(programs, draft, options));
  } catch (error) {
    options.signal?.throwIfAborted();
    const reason = error instanceof Error ? error.message : String(error);
    throw new SetupError(`Temporal's server ${serverVersion} cannot be built: ${reason}`);
  }
  return programsIn(folder);
}

/** Go names a binary after the folder of its source. */
function programsIn(folder: string): ServerPrograms {
  return { server: path.join(folder, 'server'), sqlTool: path.join(folder, 'sql') };
}

function cachedFolder(cacheDir: string): string {
  return path.join(cacheDir, `temporal-server-${serverVersion}`);
}

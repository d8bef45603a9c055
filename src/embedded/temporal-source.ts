import type { Environment } from './cache-dir';
import type { Keeping } from './part';
import type { Note } from './progress';

/** The release of Temporal's command line, with its development server, that we fetch or build. */
export const temporalVersion = '1.5.1';

export interface SourceOptions extends Keeping {
  /** For PATH, HOME, proxies and what `go` reads. */
  readonly environment: Environment;
  readonly note?: Note;
}

/** A way to get the program into a folder: there it is called `temporal`. Throws when it cannot. */
export interface TemporalSource {
  readonly name: string;
  readonly obtain: (folder: string, options: SourceOptions) => Promise<void>;
}

import type { Target } from './driver/jobs';

/** Something that is measured: where to ask it, and the processes that are its own. */
export interface Contender<Process extends string = string> {
  readonly target: Target;
  readonly pids: Readonly<Record<Process, number>>;
  readonly databaseUrl: string;
}

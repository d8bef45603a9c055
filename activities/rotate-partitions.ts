import { rotatePartitions } from '../src/db/postgres/partitions';
import type { ActivityDeps } from './deps';

/** Creates partitions ahead of time and removes expired ones. Returns the number of steps. */
export function createRotatePartitions({ db, log }: Pick<ActivityDeps, 'db' | 'log'>) {
  return async function rotate(): Promise<number> {
    const { steps, locked } = await rotatePartitions(db);
    for (const step of steps) log.info({ step }, 'partition rotated');
    for (const table of locked) log.warn({ table }, 'partition rotation postponed: table locked');
    return steps.length;
  };
}

import type { z } from 'zod';
import type { Backlog } from '../../application/measure-backlog';
import type { readiness } from './schema';

export function presentReadiness(
  backlog: Backlog | null,
  temporalReachable: boolean,
): z.input<typeof readiness> {
  const status = backlog === null ? 'unavailable' : temporalReachable ? 'ok' : 'degraded';
  return {
    status,
    database: backlog === null ? 'unreachable' : 'ok',
    temporal: temporalReachable ? 'ok' : 'unreachable',
    dispatch_backlog:
      backlog === null ? null : { waiting: backlog.waiting, oldest_ms: backlog.oldestMs },
  };
}

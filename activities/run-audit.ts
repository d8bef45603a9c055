import type { ActivityDeps } from './deps';

export interface AuditDeps extends Pick<ActivityDeps, 'log'> {
  /** Checks every invariant, stores the result and returns the number of differences. */
  readonly auditLedger: () => Promise<number>;
}

/** Daily. Returns the number of differences. */
export function createRunAudit({ auditLedger, log }: AuditDeps) {
  return async function runAudit(): Promise<number> {
    const differences = await auditLedger();
    if (differences > 0) log.error({ differences }, 'the daily audit found differences');
    return differences;
  };
}

import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../activities';
import { auditPolicy } from './policies';

const { runAudit } = proxyActivities<Activities>({
  ...auditPolicy,
  summary: 'Check every invariant of the ledger, and the audit logs',
});

/** Started daily by a Schedule. Returns the number of differences. */
export async function audit(): Promise<number> {
  return runAudit();
}

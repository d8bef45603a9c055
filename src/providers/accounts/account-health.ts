import { claimProbes, endOutage, recordCalls } from '../store/account-health';
import { recordCredentials } from '../store/provider-accounts';
import { SLOW_CALL_MS, type CallCounts } from '../rules/account-health';
import type { Probe } from '../connectors/connector';
import type { Deps } from '../../deps';

export interface CallObserved {
  readonly durationMs: number;
  readonly isUnreachable: boolean;
  /** The provider refused the credentials. */
  readonly isRefused?: boolean;
}

export interface HealthMonitor {
  /** Does not block or throw. */
  observe(accountId: string, call: CallObserved): void;
  /** Also probes accounts that are down and due. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

const FLUSH_MS = 1_000;

/**
 * Records the health of provider accounts: one write per account and second while it is called. A
 * refusal is an answer; only unreachable and slow calls are failures. A failed flush is logged and
 * its counts are lost, because health is about the last minutes.
 */
export function monitorHealth(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  probe: (accountId: string) => Promise<Probe>,
): HealthMonitor {
  let counts = new Map<string, CallCounts>();
  /** Whether the last answer of the provider refused the credentials, by account. */
  let refusals = new Map<string, boolean>();
  let running = Promise.resolve();

  async function flush(): Promise<void> {
    const written = counts;
    counts = new Map();
    const refused = refusals;
    refusals = new Map();
    for (const [accountId, added] of written) await recordCalls(db, accountId, added);
    for (const [accountId, isRefused] of refused) {
      await recordCredentials(db, accountId, isRefused);
    }
    const due = await claimProbes(db);
    await Promise.all(due.map(probeOne));
  }

  async function probeOne(accountId: string): Promise<void> {
    const { kind } = await probe(accountId);
    if (kind !== 'unreachable') await recordCredentials(db, accountId, kind === 'rejected');
    if (kind !== 'ok') return;
    await endOutage(db, accountId);
    log.info({ account_id: accountId }, 'provider account reachable again');
  }

  let isFlushing = false;
  const timer = setInterval(() => {
    if (isFlushing) return;
    isFlushing = true;
    running = flush()
      .catch((error: unknown) => log.warn({ err: error }, 'provider health not recorded'))
      .finally(() => {
        isFlushing = false;
      });
  }, FLUSH_MS);

  return {
    observe(accountId, { durationMs, isUnreachable, isRefused = false }) {
      if (isRefused || !isUnreachable) refusals.set(accountId, isRefused);
      const { calls, failures } = counts.get(accountId) ?? { calls: 0, failures: 0 };
      const isFailure = isUnreachable || durationMs > SLOW_CALL_MS;
      counts.set(accountId, { calls: calls + 1, failures: failures + Number(isFailure) });
    },
    flush,
    async close() {
      clearInterval(timer);
      await running;
    },
  };
}

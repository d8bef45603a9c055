import { noteTimeline } from '../src/db/orders/restored-requests';
import { sweep } from '../src/db/outbox/sweep';
import type { ActivityDeps } from './deps';
import { expireApprovals } from './expire-approvals';
import { noticeExpiringKeys } from './notice-expiring-keys';

const SWEPT_MAX = 500;

/** Returns the number of messages enqueued again. Also notices keys that expire soon. */
export function createSweepForgotten({
  db,
  vault,
  outbox,
  metrics,
  log,
}: Pick<ActivityDeps, 'db' | 'vault' | 'outbox' | 'metrics' | 'log'>) {
  return async function sweepForgotten(): Promise<number> {
    const restored = await noteTimeline(db);
    if (restored !== null) {
      log.error({ requests: restored }, 'database restored or failed over: open requests marked');
    }
    await expireApprovals({ db, vault, outbox, metrics }, SWEPT_MAX);
    await noticeExpiringKeys({ db, vault, outbox });
    const messages = await sweep(db, SWEPT_MAX);
    if (messages.length > 0)
      log.warn({ count: messages.length }, 'sweeper re-enqueued stalled work');
    outbox.enqueue(messages);
    return messages.length;
  };
}

import type { Db } from '../../src/platform/postgres/connect';
import {
  claimMessages,
  deleteMessages,
  type OutboxMessage,
} from '../../src/kernel/outbox/store/messages';
import type { Instance } from './instance';

type Work = Pick<OutboxMessage, 'topic' | 'subject'>;

/**
 * Replaces Temporal: stores messages and executes them on a process. When that dies, the next one
 * executes them again. Time passes without delay.
 */
export function createEngine(db: Db, current: () => Promise<Instance>) {
  const running = new Map<string, Promise<void>>();

  async function run(work: Work): Promise<void> {
    for (;;) {
      const instance = await current();
      const done = attempt(db, instance, work).catch((error: unknown) => {
        // An error of a living process is a failure of the test.
        if (!instance.isDead()) throw error;
        return false;
      });
      const isDone = await Promise.race([done, instance.death.then(() => false)]);
      if (isDone && !instance.isDead()) return;
    }
  }

  return {
    /** A message for running work makes it run once more. */
    async dispatchMessage({ topic, subject }: OutboxMessage): Promise<void> {
      const before = running.get(subject) ?? Promise.resolve();
      const next = before.then(() => run({ topic, subject }));
      running.set(subject, next);
      // `idle` rejects with it.
      next.catch(() => undefined);
    },
    /** Resolves when no work is running. */
    async idle(): Promise<void> {
      await Promise.all(running.values());
    },
  };
}

/** Runs the work's activity once. False while more is due. */
async function attempt(db: Db, { activities }: Instance, work: Work): Promise<boolean> {
  if (work.topic === 'deliver') {
    const { status } = await activities.attemptDelivery(work.subject, true);
    return status !== 'pending';
  }
  const order = await db('orders').where('id', work.subject).first('kind', 'method', 'status');
  const isRequest = order.method === 'token' || ['withdrawal', 'refund'].includes(order.kind);
  const { status, opensForMs } = await activities.advanceOrder(work.subject);
  if (!isRequest || opensForMs === null || status === 'processing') return true;
  const requests = () => db('provider_requests').where('order_id', work.subject);
  const { claimed_at: claimed, next_inquiry_at: planned } = await requests().first();
  if (order.method === 'token' && claimed !== null && planned !== null) return true;
  // Makes the next action of a dead worker's request due at once.
  await requests().update({
    claimed_at: db.raw("claimed_at - interval '1 minute'"),
    next_inquiry_at: planned === null ? null : db.raw("now() - interval '1 second'"),
  });
  return false;
}

/** Dispatches the rows of a dead writer, as another process does after some seconds. */
export async function takeOver(
  db: Db,
  dispatchMessage: (dispatch: OutboxMessage) => Promise<void>,
): Promise<void> {
  await db('outbox_messages').update({ visible_at: db.fn.now() });
  const free = await claimMessages(db, { limit: 100 });
  for (const dispatch of free) await dispatchMessage(dispatch);
  await deleteMessages(
    db,
    free.map(({ id }) => id),
  );
}

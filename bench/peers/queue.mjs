import { PgBoss } from 'pg-boss';

const SETTLE = 'receive';
const EXPIRE = 'expire';
/** As many orders are in flight. */
const CONCURRENCY = 8;

/** A queue in Postgres whose workers are woken by NOTIFY, and a delayed job for the deadline. */
export const queue = {
  async connect(databaseUrl) {
    const boss = new PgBoss({ connectionString: databaseUrl });
    await boss.start();
    await boss.createQueue(SETTLE, { notify: true });
    await boss.createQueue(EXPIRE);
    return {
      async start(transaction, orderId, expirySeconds) {
        const db = { executeSql: (text, values) => transaction.query(text, values) };
        await boss.send(EXPIRE, { orderId }, { startAfter: expirySeconds, db });
      },
      async callBack(orderId) {
        await boss.send(SETTLE, { orderId });
      },
    };
  },

  async work(databaseUrl, finish) {
    const boss = new PgBoss({ connectionString: databaseUrl, useListenNotify: true });
    await boss.start();
    await boss.work(SETTLE, { localConcurrency: CONCURRENCY }, async (jobs) => {
      for (const { data } of jobs) await finish(data.orderId);
    });
    // No payment expires during a run: the deadline costs its job.
    await boss.work(EXPIRE, async () => undefined);
  },
};

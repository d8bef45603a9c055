import { DBOS, DBOSClient } from '@dbos-inc/dbos-sdk';

const APPLICATION = 'peer';
const QUEUE = 'payments';
const TOPIC = 'callback';
/** With the default of a second, a payment would mostly wait for its workflow to start. */
const POLL_MS = 100;

/** A workflow per payment that waits for its callback or its deadline, in DBOS. */
export const dbos = {
  async connect(databaseUrl) {
    const client = await DBOSClient.create({
      systemDatabaseUrl: databaseUrl,
      applicationName: APPLICATION,
    });
    return {
      start: (transaction, orderId, expirySeconds) =>
        client.enqueueInTransaction(
          transaction,
          { workflowName: 'payment', queueName: QUEUE, workflowID: orderId },
          orderId,
          expirySeconds,
        ),
      callBack: (orderId) => client.send(orderId, true, TOPIC),
    };
  },

  async work(databaseUrl, finish) {
    DBOS.setConfig({ name: APPLICATION, systemDatabaseUrl: databaseUrl, logLevel: 'warn' });
    async function payment(orderId, expirySeconds) {
      if ((await DBOS.recv(TOPIC, expirySeconds)) === null) return;
      await DBOS.runStep(() => finish(orderId), { name: 'finish' });
    }
    DBOS.registerWorkflow(payment, { name: 'payment' });
    await DBOS.launch();
    await DBOS.registerQueue(QUEUE, { minPollingIntervalMs: POLL_MS });
  },
};

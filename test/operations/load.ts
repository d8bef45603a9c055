import { randomUUID } from 'node:crypto';
import { verifyWebhook } from '../../client/src';
import { newSecret } from '../../src/webhooks/sending/sign';
import { closeAfterFile } from '../support/close-after-file';
import { startReceiver } from '../support/receiver';
import { until } from '../support/until';

const CLIENTS = 6;

interface Payment {
  readonly payment_id: string;
  readonly status: string;
}

/**
 * A merchant and a provider that send requests through a proxy until `stop`. A request is sent
 * once. After one that fails, or is not answered with success, `continues` and `stop` reject.
 */
export async function startLoad(
  url: string,
  { apiKey, providerKey }: { readonly apiKey: string; readonly providerKey: string },
) {
  let answers = 0;
  const send = async <Body>(method: string, place: string, key: string, body?: object) => {
    const answer = await fetch(`${url}${place}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${place}: ${answer.status} ${text}`);
    answers++;
    return JSON.parse(text) as Body;
  };

  const secret = newSecret();
  const webhooks = await receiveWebhooks(secret);
  await send('POST', '/Thai/v1/webhooks', apiKey, {
    url: webhooks.url,
    events: ['payment.pending', 'payment.succeeded'],
    secret,
  });

  const paid: string[] = [];
  /** Creates, reads, lists and pays a payment. The provider reports each payment twice. */
  const pay = async () => {
    const reference = randomUUID().slice(0, 18);
    const { payment_id: id } = await send<Payment>('POST', '/Thai/v1/qr-codes', apiKey, {
      amount: 100,
      currency: 'THB',
      reference,
    });
    const read = () => send<Payment>('GET', `/Thai/v1/payments/${id}`, apiKey);
    const list = `/Thai/v1/payments?reference=${reference}`;
    expect(await read()).toMatchObject({ payment_id: id, status: 'pending' });
    expect(await send('GET', list, apiKey)).toMatchObject({ payments: [{ payment_id: id }] });
    const reported = { orderId: id, status: 'success', transactionId: `T-${id}`, amount: 100 };
    await send('POST', '/payment/gw/webhook', providerKey, reported);
    await send('POST', '/payment/gw/webhook', providerKey, reported);
    expect(['pending', 'succeeded']).toContain((await read()).status);
    paid.push(id);
  };
  let isOver = false;
  const clients = Array.from({ length: CLIENTS }, async () => {
    while (!isOver) await pay();
  });
  closeAfterFile(async () => {
    isOver = true;
    await Promise.allSettled(clients);
  });
  const running = Promise.all(clients);
  // `continues` and `stop` report the error.
  running.catch(() => {
    isOver = true;
  });

  return {
    /** The ids of the payments that were paid. */
    paid,
    webhooks,
    /** Waits for 50 further responses. Rejects with the error of a client. */
    async continues() {
      const before = answers;
      const answered = until(() => isOver || answers > before + 50, {
        describe: 'the load continues',
      });
      await Promise.race([answered, running]);
    },
    async stop() {
      isOver = true;
      await running;
    },
  };
}

/** A merchant's endpoint, which refuses a request that was not signed with the secret. */
async function receiveWebhooks(secret: string) {
  const receiver = await startReceiver();
  const received = new Set<string>();
  const refused: string[] = [];
  receiver.answerWith(({ headers, body }, response) => {
    try {
      received.add(verifyWebhook(secret, headers, body).id);
      response.writeHead(200).end();
    } catch (error) {
      refused.push(`${String(error)} ${body}`);
      response.writeHead(400).end();
    }
  });
  return {
    url: receiver.url,
    /** The ids of the events that came with a valid signature. */
    received,
    /** The requests with an invalid signature. */
    refused,
  };
}

import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { ask } from './ask.mjs';

const GIVE_UP_AFTER_MS = 90_000;
const RETRY_MS = 500;

/** The body of the response. Repeats what an outage failed, with one idempotency key. */
async function request(url, { apiKey, body, ca, onFailure = () => undefined }) {
  const untilMs = Date.now() + GIVE_UP_AFTER_MS;
  const key = randomUUID();
  for (;;) {
    const answer = await send(url, { apiKey, body, ca, key });
    if (answer.ok) return answer.body;
    if (!answer.mayRetry || Date.now() > untilMs) throw new Error(`${url}: ${answer.reason}`);
    onFailure(`${url}: ${answer.reason}`);
    await pause(RETRY_MS);
  }
}

async function send(url, { apiKey, body, ca, key }) {
  try {
    const { status, text } = await ask(url, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': key,
        ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ca,
    });
    if (status < 300) return { ok: true, body: JSON.parse(text) };
    return { ok: false, mayRetry: status >= 500 || status === 429, reason: `${status} ${text}` };
  } catch (error) {
    return { ok: false, mayRetry: true, reason: String(error) };
  }
}

async function untilStatus(url, status, how) {
  const untilMs = Date.now() + GIVE_UP_AFTER_MS;
  for (;;) {
    const object = await request(url, how);
    if (object.status === status) return;
    if (Date.now() > untilMs)
      throw new Error(`${url}: status ${object.status}, expected ${status}`);
    await pause(RETRY_MS);
  }
}

/**
 * Creates and pays a QR payment. Returns its id once it has succeeded. `onFailure` gets the reason
 * of each request to the gateway that is repeated.
 */
export async function pay({ apiUrl, apiKey, bankUrl, ca }, onFailure) {
  const how = { apiKey, ca, onFailure };
  const body = { amount: 100, currency: 'THB', reference: randomUUID().slice(0, 35) };
  const qr = await request(`${apiUrl}/Thai/v1/qr-codes`, { ...how, body });
  await request(`${bankUrl}/api/payments`, { body: { qrData: qr.qr_data } });
  await untilStatus(`${apiUrl}/Thai/v1/payments/${qr.payment_id}`, 'succeeded', how);
  return qr.payment_id;
}

/** A payment and a refund of half of it, which the sandbox bank pays. */
export async function checkUse(access) {
  const { apiUrl, apiKey, ca } = access;
  const how = { apiKey, ca };
  const paymentId = await pay(access);
  const body = { payment_id: paymentId, amount: 50, reason: 'one of two was out of stock' };
  const { refund_id: refundId } = await request(`${apiUrl}/Thai/v1/refunds`, { ...how, body });
  await untilStatus(`${apiUrl}/Thai/v1/refunds/${refundId}`, 'succeeded', how);
}

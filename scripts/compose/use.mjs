import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

const GIVE_UP_AFTER_MS = 90_000;
const RETRY_MS = 500;

/** The body of the response. Retries errors of an outage with one idempotency key. */
async function request(url, { apiKey, body }) {
  const untilMs = Date.now() + GIVE_UP_AFTER_MS;
  const key = randomUUID();
  for (;;) {
    const answer = await send(url, { apiKey, body, key });
    if (answer.ok) return answer.body;
    if (!answer.mayRetry || Date.now() > untilMs) throw new Error(`${url}: ${answer.reason}`);
    await pause(RETRY_MS);
  }
}

async function send(url, { apiKey, body, key }) {
  try {
    const response = await fetch(url, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': key,
        ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(20_000),
    });
    const text = await response.text();
    if (response.ok) return { ok: true, body: JSON.parse(text) };
    const mayRetry = response.status >= 500 || response.status === 429;
    return { ok: false, mayRetry, reason: `${response.status} ${text}` };
  } catch (error) {
    return { ok: false, mayRetry: true, reason: String(error) };
  }
}

async function untilStatus(url, apiKey, status) {
  const untilMs = Date.now() + GIVE_UP_AFTER_MS;
  for (;;) {
    const object = await request(url, { apiKey });
    if (object.status === status) return;
    if (Date.now() > untilMs)
      throw new Error(`${url}: status ${object.status}, expected ${status}`);
    await pause(RETRY_MS);
  }
}

/** Creates and pays a QR payment. Returns its id once it has succeeded. */
export async function pay({ apiUrl, apiKey, bankUrl }) {
  const body = { amount: 100, currency: 'THB', reference: randomUUID().slice(0, 35) };
  const qr = await request(`${apiUrl}/Thai/v1/qr-codes`, { apiKey, body });
  await request(`${bankUrl}/api/payments`, { body: { qrData: qr.qr_data } });
  await untilStatus(`${apiUrl}/Thai/v1/payments/${qr.payment_id}`, apiKey, 'succeeded');
  return qr.payment_id;
}

/** A payment and a refund of half of it, approved at the bank. */
export async function checkUse(access) {
  const { apiUrl, apiKey, bankUrl } = access;
  const paymentId = await pay(access);
  const body = { payment_id: paymentId, amount: 50, reason: 'one of two was out of stock' };
  const { refund_id: refundId } = await request(`${apiUrl}/Thai/v1/refunds`, { apiKey, body });
  const refundUrl = `${apiUrl}/Thai/v1/refunds/${refundId}`;
  await untilStatus(refundUrl, apiKey, 'processing');
  await request(`${bankUrl}/api/refunds/${refundId}/decide`, { body: { outcome: 'succeed' } });
  await untilStatus(refundUrl, apiKey, 'succeeded');
}

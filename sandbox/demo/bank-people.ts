import { z } from 'zod';
import { loadGreyPixels } from '../../src/slips/grey-pixels';
import { scanQrCodes } from '../../src/slips/scan-qr-codes';

/** Somebody with a phone, and an account at the sandbox bank. */
export type Customer = ReturnType<typeof createCustomer>;

const paid = z.object({ paymentId: z.string() });

export function createCustomer(bankUrl: string) {
  return {
    /** What the QR code in a picture says, as a banking app reads it off a screen. */
    async scan(pictureUrl: string): Promise<string> {
      const picture = await fetchBytes(pictureUrl);
      const [text, ...others] = await scanQrCodes(await loadGreyPixels(picture));
      if (text === undefined || others.length > 0) throw new Error(`No one code: ${pictureUrl}`);
      return text;
    },

    /** Pays what the code asks for. The bank's own id of the payment. */
    async pay(qrData: string): Promise<string> {
      const body = await post(`${bankUrl}/api/payments`, { qrData });
      return paid.parse(JSON.parse(body.toString('utf8'))).paymentId;
    },

    /** The slip that the bank's app shows afterwards: a PNG. */
    takeSlip: (bankPaymentId: string): Promise<Buffer> =>
      fetchBytes(`${bankUrl}/payments/${bankPaymentId}/slip.png`),
  };
}

/** Somebody at the bank, who decides what does not go by itself. */
export type Clerk = ReturnType<typeof createClerk>;

export function createClerk(bankUrl: string) {
  return {
    /** Lets a refund go that waits at the bank. */
    async letGo(refundId: string): Promise<void> {
      await post(`${bankUrl}/api/refunds/${refundId}/decide`, { outcome: 'succeed' });
    },
  };
}

function post(url: string, body: object): Promise<Buffer> {
  return fetchBytes(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

async function fetchBytes(url: string, init: RequestInit = {}): Promise<Buffer> {
  const answer = await fetch(url, init);
  const bytes = Buffer.from(await answer.arrayBuffer());
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${bytes.toString('utf8')}`);
  return bytes;
}

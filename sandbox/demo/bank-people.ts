import { z } from 'zod';
import { loadGreyPixels } from '../../src/platform/slips/grey-pixels';
import { scanQrCodes } from '../../src/platform/slips/scan-qr-codes';

/** A customer with an account at the sandbox bank. */
export type Customer = ReturnType<typeof createCustomer>;

const paid = z.object({ paymentId: z.string() });

export function createCustomer(bankUrl: string) {
  return {
    scan,

    /** Pays a QR code. Returns the bank's payment id. */
    async pay(qrData: string): Promise<string> {
      const body = await post(`${bankUrl}/api/payments`, { qrData });
      return paid.parse(JSON.parse(body.toString('utf8'))).paymentId;
    },

    /** The slip of a payment, as PNG. */
    downloadSlip: (bankPaymentId: string): Promise<Buffer> =>
      fetchBytes(`${bankUrl}/payments/${bankPaymentId}/slip.png`),
  };
}

/** The content of the QR code in a picture. */
export async function scan(pictureUrl: string): Promise<string> {
  const picture = await fetchBytes(pictureUrl);
  const [text, ...others] = await scanQrCodes(await loadGreyPixels(picture));
  if (text === undefined || others.length > 0)
    throw new Error(`Not exactly one QR code: ${pictureUrl}`);
  return text;
}

export function post(url: string, body: object): Promise<Buffer> {
  return fetchBytes(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

export async function fetchBytes(url: string, init: RequestInit = {}): Promise<Buffer> {
  const answer = await fetch(url, init);
  const bytes = Buffer.from(await answer.arrayBuffer());
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${bytes.toString('utf8')}`);
  return bytes;
}

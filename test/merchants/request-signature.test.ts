import { sign } from '../../client/src/sign';
import { signatureOf } from '../../src/merchants/request-signature';

/*
 * Computed with OpenSSL:
 *   D=$(printf '%s' "$BODY" | openssl dgst -sha256 -r | cut -d' ' -f1)
 *   printf '%s\n%s\n%s\n%s\n%s' $T $METHOD $PATH $D $KEY | openssl dgst -sha256 -hmac "$SECRET"
 */
const SECRET = 'sign_dGhlIHNpZ25pbmcgc2VjcmV0IG9mIGEgdGVzdCBrZXk';
const vectors = [
  {
    timestamp: 1_764_000_000,
    path: '/withdraw/gw',
    body: '{"amount":100.01,"username":"ลูกค้า"}',
    idempotencyKey: 'order-1',
    hex: '39c6409f29b1f8076b12b055f0d5c352112208edc96b883c28affb1a148f3928',
  },
  {
    timestamp: 1_764_000_001,
    path: '/Thai/v1/refunds?trace=1',
    body: '{"payment_id":"pay_1"}',
    idempotencyKey: 'k',
    hex: 'e5c80e01d231fa1199f1fa4a1c3e79f204adb61146a8efdd02ddadc4606d3626',
  },
];

test.each(vectors)('a request to $path has the signature of OpenSSL', async (vector) => {
  const { timestamp, path, body, idempotencyKey, hex } = vector;
  const bytes = Buffer.from(body);
  const request = { method: 'POST', path, body: bytes, idempotencyKey, timestamp };
  expect(signatureOf(SECRET, request).toString('hex')).toBe(hex);
  const headers = new Headers({ 'idempotency-key': idempotencyKey });
  const sent = { method: 'POST', url: `https://pay.example.com${path}`, body, headers };
  expect(await sign(SECRET, sent, timestamp * 1000 + 999)).toBe(`t=${timestamp},v1=${hex}`);
});

import { sign } from '../../client/src/sign';
import { signatureOf } from '../../src/merchants/request-signature';
import vectors from '../vectors/signed-payouts.json';

/*
 * test/vectors/signed-payouts.json was computed with OpenSSL:
 *   D=$(printf '%s' "$BODY" | openssl dgst -sha256 -r | cut -d' ' -f1)
 *   printf '%s\n%s\n%s\n%s\n%s' $T $METHOD $PATH $D $KEY | openssl dgst -sha256 -hmac "$SECRET"
 */
test.each(vectors)('a request to $path has the signature of OpenSSL', async (vector) => {
  const { secret, timestamp, path, body, idempotencyKey, hex } = vector;
  const bytes = Buffer.from(body);
  const request = { method: 'POST', path, body: bytes, idempotencyKey, timestamp };
  expect(signatureOf(secret, request).toString('hex')).toBe(hex);
  const headers = new Headers({ 'idempotency-key': idempotencyKey });
  const sent = { method: 'POST', url: `https://pay.example.com${path}`, body, headers };
  expect(await sign(secret, sent, timestamp * 1000 + 999)).toBe(`t=${timestamp},v1=${hex}`);
});

import { generateKeyPairSync, sign } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closeAfterFile } from '../support/close-after-file';

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/**
 * An issuer of API keys: signed tokens, which a server verifies with the public keys served here.
 */
export async function startKeySet() {
  const kid = 'key-1';
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const keys = [{ ...publicKey.export({ format: 'jwk' }), kid, alg: 'ES256', use: 'sig' }];
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closeAfterFile(() => {
    server.close();
    server.closeAllConnections();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks.json`,
    /** Issues a key with permissions such as `default:write`, valid for `forSeconds`. */
    issue(permissions: readonly string[], { forSeconds = 600, by = privateKey } = {}): string {
      const exp = Math.floor(Date.now() / 1000) + forSeconds;
      const claims = { sub: 'saphan', permissions, exp };
      const text = `${encoded({ alg: 'ES256', typ: 'JWT', kid })}.${encoded(claims)}`;
      const signed = sign('sha256', Buffer.from(text), { key: by, dsaEncoding: 'ieee-p1363' });
      return `${text}.${signed.toString('base64url')}`;
    },
  };
}

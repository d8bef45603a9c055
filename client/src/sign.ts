const encoder = new TextEncoder();

const hexOf = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * The header `Saphan-Signature` of a request: HMAC-SHA256 over the time in seconds, the method, the
 * path with its query, the SHA-256 of the body, and the idempotency key, each on a line.
 */
export async function sign(
  secret: string,
  request: {
    readonly method: string;
    readonly url: string;
    readonly body: string;
    readonly headers: Headers;
  },
  nowMs: number,
): Promise<string> {
  const { pathname, search } = new URL(request.url);
  const digest = await crypto.subtle.digest('SHA-256', encoder.encode(request.body));
  const seconds = Math.floor(nowMs / 1000);
  const idempotencyKey = request.headers.get('idempotency-key') ?? '';
  const signed = [seconds, request.method, `${pathname}${search}`, hexOf(digest), idempotencyKey];
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, [
    'sign',
  ]);
  const code = await crypto.subtle.sign('HMAC', key, encoder.encode(signed.join('\n')));
  return `t=${seconds},v1=${hexOf(code)}`;
}

import type { IncomingHttpHeaders } from 'node:http';
import type { Config } from '../../config';
import { Problem } from '../../domain/problem';

/** Loopback names, under which a sandbox's pages are served as well. */
const loopback: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Requires the host of PUBLIC_URL, on any port, for pages (DNS rebinding: a browser sends cookies
 * to any address that the name resolves to). Throws Problem `misdirected_request`.
 */
export function demandOwnHost(
  { host }: IncomingHttpHeaders,
  { mode, http }: Pick<Config, 'mode' | 'http'>,
): void {
  const own = [new URL(http.publicUrl).hostname, ...(mode === 'sandbox' ? loopback : [])];
  const url = `http://${host ?? ''}`;
  if (URL.canParse(url) && own.includes(new URL(url).hostname)) return;
  throw new Problem('misdirected_request');
}

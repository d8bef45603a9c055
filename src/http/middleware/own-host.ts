import type { IncomingHttpHeaders } from 'node:http';
import type { Config } from '../../config';
import { Problem } from '../../domain/problem';

/** Names of the machine itself, under which a sandbox is opened as well. */
const loopback: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Cookies open pages, and a browser sends them to whatever address a name resolves to. So a page is
 * served under our own host names only, on any port. Throws Problem `misdirected_request`.
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

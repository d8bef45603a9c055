import type { IncomingHttpHeaders } from 'node:http';
import type { Config } from '../../config';
import { Problem } from '../../kernel/rules/problem';
import type { Family } from '../definition';

/** A sandbox also serves its pages under these names. */
const loopback: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Requires the host of PUBLIC_URL for pages, of CONSOLE_URL for the console, on any port, against
 * DNS rebinding: a browser sends cookies to any address that the name resolves to. Throws Problem
 * `misdirected_request`.
 */
export function demandOwnHost(
  { host }: IncomingHttpHeaders,
  { mode, http }: Pick<Config, 'mode' | 'http'>,
  family: Family,
): void {
  const site = family === 'console' ? http.consoleUrl : http.publicUrl;
  const own = [new URL(site).hostname, ...(mode === 'sandbox' ? loopback : [])];
  const url = `http://${host ?? ''}`;
  if (URL.canParse(url) && own.includes(new URL(url).hostname)) return;
  throw new Problem('misdirected_request');
}

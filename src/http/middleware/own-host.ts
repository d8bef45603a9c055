import type { IncomingHttpHeaders } from 'node:http';
import type { Config } from '../../config';
import { Problem } from '../../kernel/rules/problem';
import type { OperationFacts } from '../definition';
import { isPageFile } from '../listeners';

/** A sandbox also serves its pages under these names. */
const loopback: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Requires the host of PUBLIC_URL for pages, of CONSOLE_URL for the console, and of either for
 * files of both, on any port. Against DNS rebinding: a browser sends cookies to any address that
 * the name resolves to. Throws Problem `misdirected_request`.
 */
export function demandOwnHost(
  { host }: IncomingHttpHeaders,
  { mode, http }: Pick<Config, 'mode' | 'http'>,
  { family, path }: Pick<OperationFacts, 'family' | 'path'>,
): void {
  const { consoleUrl, publicUrl } = http;
  const sites = isPageFile(path)
    ? [publicUrl, consoleUrl]
    : [family === 'console' ? consoleUrl : publicUrl];
  const names = sites.map((site) => new URL(site).hostname);
  const own = [...names, ...(mode === 'sandbox' ? loopback : [])];
  const url = `http://${host ?? ''}`;
  if (URL.canParse(url) && own.includes(new URL(url).hostname)) return;
  throw new Problem('misdirected_request');
}

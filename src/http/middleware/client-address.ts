import type { IncomingMessage } from 'node:http';
import { readAddress } from '../../lib/network';

/**
 * The address of the client as the outermost trusted proxy saw it. An entry of X-Forwarded-For that
 * is no IP address is ignored; then, as without proxies, it is the socket's own address.
 */
export function clientAddressOf(
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  trustedProxies: number,
): string {
  const own = readAddress(socket.remoteAddress ?? '') ?? '';
  const forwarded = [headers['x-forwarded-for'] ?? []].flat().join(',');
  if (trustedProxies === 0 || forwarded === '') return own;
  const [client = ''] = forwarded.split(',').slice(-trustedProxies);
  return readAddress(client.trim()) ?? own;
}

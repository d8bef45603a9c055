import type { IncomingMessage } from 'node:http';
import { readAddress } from '../../lib/network';

/**
 * The client's IP address as the outermost trusted proxy recorded it. Falls back to the address of
 * the socket without trusted proxies, and when the X-Forwarded-For entry is not an IP address.
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

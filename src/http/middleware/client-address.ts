import type { IncomingMessage } from 'node:http';
import { readAddress } from '../../platform/network/network';

/**
 * The client's IP address as the outermost trusted proxy recorded it. Without trusted proxies, or
 * if the X-Forwarded-For entry is not an IP address, the address of the socket.
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

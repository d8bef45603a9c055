import type { IncomingMessage } from 'node:http';
import { clientAddressOf } from '../../src/http/middleware/client-address';
import { until } from '../support/until';
import { startApi } from './api';

const from = (forwarded: string | undefined, trustedProxies: number, socketAddress = '10.0.0.1') =>
  clientAddressOf(
    {
      headers: { ...(forwarded !== undefined && { 'x-forwarded-for': forwarded }) },
      socket: { remoteAddress: socketAddress },
    } as unknown as IncomingMessage,
    trustedProxies,
  );

describe('the address of a client', () => {
  it.each([
    ['the one recorded by the only proxy', '203.0.113.7', 1, '203.0.113.7'],
    ['the last one, ignoring those that the client sent', '6.6.6.6, 203.0.113.7', 1, '203.0.113.7'],
    [
      'the one recorded by the first of two proxies',
      '6.6.6.6, 203.0.113.7, 10.1.1.1',
      2,
      '203.0.113.7',
    ],
    ['an IPv6 address', '2001:DB8::7', 1, '2001:db8::7'],
    ['an IPv4 address mapped to IPv6', '::ffff:203.0.113.7', 1, '203.0.113.7'],
    ['an IPv4 address mapped to IPv6 in hexadecimal', '::FFFF:cb00:7107', 1, '203.0.113.7'],
    ['an IPv6 address with zeros', '2001:db8:0:0::0007', 1, '2001:db8::7'],
    ['the socket without the header', undefined, 1, '10.0.0.1'],
    ['the socket without a proxy', '203.0.113.7', 0, '10.0.0.1'],
    ['the socket where the header has markup', '<script>alert(1)</script>', 1, '10.0.0.1'],
    ['the socket where the header is long', 'x'.repeat(12_000), 1, '10.0.0.1'],
    ['the socket where the header has a zone', 'fe80::1%eth0', 1, '10.0.0.1'],
    ['the socket where the header has a name', 'localhost', 1, '10.0.0.1'],
    ['the socket where the last entry is empty', '203.0.113.7,', 1, '10.0.0.1'],
  ])('is %s', (_name, forwarded, proxies, expected) => {
    expect(from(forwarded, proxies)).toBe(expected);
  });

  it('is stored only when it is a valid address', async () => {
    const api = await startApi({ TRUSTED_PROXIES: '1' });
    for (const address of ['<script>alert(1)</script>', 'x'.repeat(12_000), '203.0.113.9']) {
      await api.get('/Thai/v1/balance', { headers: { 'x-forwarded-for': address } });
    }
    await api.deps.requestLog.flush();
    await until(async () => (await api.deps.db('api_requests').pluck('id')).length === 3, {
      describe: 'three requests are stored',
    });
    const stored = await api.deps.db('api_requests').orderBy('id').pluck<string[]>('address');
    expect(stored).toEqual(['127.0.0.1', '127.0.0.1', '203.0.113.9']);
  });
});

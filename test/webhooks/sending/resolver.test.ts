import { setImmediate as turn } from 'node:timers/promises';
import { UnsafeTarget } from '../../../src/platform/network/public-address';
import {
  UnresolvedHost,
  createDnsQuery,
  createResolver,
  type QueryHost,
} from '../../../src/platform/network/resolver';
import { startNameServer } from './name-server';

const publicAddress = '93.184.215.14';

/** A manual clock and a name server that counts queries. */
function setUp(answers: (host: string, times: number) => readonly string[]) {
  const asked: string[] = [];
  const clock = { ms: 0 };
  const query: QueryHost = async (host) => {
    await turn();
    asked.push(host);
    return answers(host, asked.length);
  };
  const resolve = createResolver({ allowPrivate: false, query, nowMs: () => clock.ms });
  return { asked, clock, resolve };
}

describe('a host', () => {
  it('resolves to its addresses of both families', async () => {
    const { server } = await startNameServer({
      'merchant.example': [publicAddress, '2606:4700::1'],
      'four.example': [publicAddress],
      'six.example': ['2606:4700::1'],
    });
    const resolve = createResolver({ allowPrivate: false, query: createDnsQuery([server]) });
    const four = { address: publicAddress, family: 4 };
    const six = { address: '2606:4700::1', family: 6 };
    expect(await resolve('merchant.example')).toEqual([four, six]);
    expect(await resolve('four.example')).toEqual([four]);
    expect(await resolve('six.example')).toEqual([six]);
  });

  it('without an address is unresolved', async () => {
    const { server } = await startNameServer({ 'empty.example': [] });
    const resolve = createResolver({ allowPrivate: false, query: createDnsQuery([server]) });
    await expect(resolve('nowhere.example')).rejects.toThrow(UnresolvedHost);
    await expect(resolve('empty.example')).rejects.toThrow(UnresolvedHost);
  });

  it('whose name server is silent is unresolved after the timeout', async () => {
    const { server, questions } = await startNameServer({ 'silent.example': null });
    const query = createDnsQuery([server], 200);
    const resolve = createResolver({ allowPrivate: false, query, budgetMs: 100 });
    await expect(resolve('silent.example')).rejects.toMatchObject({
      name: 'UnresolvedHost',
      cause: { message: 'no answer in 100 ms' },
    });
    expect(questions).toContain('silent.example');
  });

  it.each([
    ['127.0.0.1'],
    ['10.0.0.1'],
    ['169.254.169.254'],
    ['100.64.0.1'],
    ['0.0.0.0'],
    ['168.63.129.16'],
    ['::1'],
    ['::ffff:127.0.0.1'],
    ['::127.0.0.1'],
    ['64:ff9b::7f00:1'],
    ['2002:7f00:1::1'],
    ['fe80::1'],
    ['fd00:ec2::254'],
    ['not an address'],
  ])('with %p among its addresses is refused, at any position', async (address) => {
    for (const answer of [[address], [publicAddress, address], [address, publicAddress]]) {
      const { resolve } = setUp(() => answer);
      await expect(resolve('merchant.example')).rejects.toThrow(UnsafeTarget);
    }
  });

  it('with a hundred addresses is checked by all and connected by eight', async () => {
    const many = Array.from({ length: 99 }, (_, index) => `93.184.215.${index + 1}`);
    const good = setUp(() => many);
    expect(await good.resolve('merchant.example')).toHaveLength(8);
    const bad = setUp(() => [...many, '127.0.0.1']);
    await expect(bad.resolve('merchant.example')).rejects.toThrow(UnsafeTarget);
  });

  it('named localhost resolves in a sandbox, by the system', async () => {
    const addresses = await createResolver({ allowPrivate: true })('localhost');
    expect(addresses).toContainEqual({ address: '127.0.0.1', family: 4 });
  });
});

describe('an answer', () => {
  it('is cached for 30 seconds', async () => {
    const { asked, clock, resolve } = setUp(() => [publicAddress]);
    await resolve('merchant.example');
    clock.ms = 29_999;
    await resolve('merchant.example');
    expect(asked).toHaveLength(1);
    clock.ms = 30_000;
    await resolve('merchant.example');
    expect(asked).toHaveLength(2);
  });

  it('is requested once for concurrent calls', async () => {
    const { asked, resolve } = setUp(() => [publicAddress]);
    await Promise.all(Array.from({ length: 50 }, () => resolve('merchant.example')));
    expect(asked).toEqual(['merchant.example']);
  });

  it('that is missing or forbidden is not cached', async () => {
    const { asked, resolve } = setUp((_host, times) =>
      times === 1 ? [] : times === 2 ? ['10.0.0.1'] : [publicAddress],
    );
    await expect(resolve('merchant.example')).rejects.toThrow(UnresolvedHost);
    await expect(resolve('merchant.example')).rejects.toThrow(UnsafeTarget);
    expect(await resolve('merchant.example')).toEqual([{ address: publicAddress, family: 4 }]);
    expect(asked).toHaveLength(3);
  });

  it('is cached for a thousand hosts; the oldest is evicted', async () => {
    const { asked, resolve } = setUp(() => [publicAddress]);
    const hosts = Array.from({ length: 1001 }, (_, index) => `shop${index}.example`);
    for (const host of hosts) await resolve(host);
    await resolve('shop1.example');
    expect(asked).toHaveLength(1001);
    await resolve('shop0.example');
    expect(asked).toHaveLength(1002);
  });

  it('stays the same when the name is rebound to a private address', async () => {
    const { clock, resolve } = setUp((_host, times) => [times === 1 ? publicAddress : '127.0.0.1']);
    const judged = [{ address: publicAddress, family: 4 }];
    expect(await resolve('rebind.example')).toEqual(judged);
    expect(await resolve('rebind.example')).toEqual(judged);
    clock.ms = 30_000;
    await expect(resolve('rebind.example')).rejects.toThrow(UnsafeTarget);
  });
});

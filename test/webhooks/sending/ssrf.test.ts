import { Socket } from 'node:net';
import { createResolver } from '../../../src/platform/network/resolver';
import { createSender, type AttemptResult, type Sender } from '../../../src/webhooks/sending/send';
import { closeAfterFile } from '../../support/close-after-file';
import { startReceiver } from '../../support/receiver';
import { countDials } from './dials';
import { unsafeUrls } from './unsafe-urls';

const publicAddress = '93.184.215.14';
const refused = { ok: false, statusCode: null, error: 'unsafe_target', answer: null };
const post = { headers: {}, body: '{}', timeoutMs: 2000 };

function senderThatResolvesTo(...addresses: readonly string[]): Sender {
  const query = () => Promise.resolve(addresses);
  const resolve = createResolver({ allowPrivate: false, query });
  const sender = createSender({ allowPrivate: false, resolve });
  closeAfterFile(() => sender.close());
  return sender;
}

function leadNowhere(this: Socket): Socket {
  return this.destroy(new Error('a connection was to be opened'));
}

/** The number of connections opened during the work. */
async function dialsDuring(work: () => Promise<AttemptResult[]>) {
  const dials = countDials();
  try {
    const results = await work();
    return { results, made: dials.made() };
  } finally {
    dials.stop();
  }
}

afterEach(() => {
  jest.restoreAllMocks();
});

describe('delivery in a public deployment', () => {
  it('refuses every unsafe URL without opening a single connection', async () => {
    const sender = senderThatResolvesTo('127.0.0.1');
    const urls = Object.values(unsafeUrls).flat();
    // A broken filter must not make this test call a metadata server.
    const connect = jest.spyOn(Socket.prototype, 'connect').mockImplementation(leadNowhere);
    const results = await Promise.all(urls.map((url) => sender.send({ ...post, url })));
    expect(results.map(({ error }) => error)).toEqual(urls.map(() => 'unsafe_target'));
    expect(connect).not.toHaveBeenCalled();
  });

  it.each([
    'https://localhost/',
    'https://localhost.:8443/',
    'https://LOCALHOST/',
    'https://x.localhost/',
    'https://127.0.0.1.nip.example/',
    'https://metadata.google.internal/',
    'https://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/',
    'https://ร้านค้า.ไทย/',
  ])('refuses %p when the name leads to loopback', async (url) => {
    const sender = senderThatResolvesTo('127.0.0.1');
    const { results, made } = await dialsDuring(async () => [await sender.send({ ...post, url })]);
    expect(results).toMatchObject([refused]);
    expect(made).toBe(0);
  });

  it('refuses a name that is public at the check and private at the connection', async () => {
    const clock = { ms: 0 };
    const answers = [[publicAddress], ['127.0.0.1']];
    const query = () => Promise.resolve(answers.shift() ?? []);
    const resolve = createResolver({ allowPrivate: false, query, nowMs: () => clock.ms });
    const sender = createSender({ allowPrivate: false, resolve });
    closeAfterFile(() => sender.close());
    expect(await resolve('rebind.example')).toHaveLength(1);
    clock.ms = 60_000;
    const url = 'https://rebind.example:8443/';
    const { results, made } = await dialsDuring(async () => [await sender.send({ ...post, url })]);
    expect(results).toMatchObject([refused]);
    expect(made).toBe(0);
    expect(answers).toEqual([]);
  });
});

describe('the test itself', () => {
  it('reaches loopback by these notations without the filter', async () => {
    const sentinel = await startReceiver();
    const sender = createSender({ allowPrivate: true });
    closeAfterFile(() => sender.close());
    const { port } = new URL(sentinel.url);
    const hosts = ['127.0.0.1', '127.1', '2130706433', '0x7f.1', '0177.0.0.1', '0', '①②⑦.0.0.1'];
    const urls = [...hosts, '[::ffff:127.0.0.1]'].map((host) => `http://${host}:${port}/`);
    const { results, made } = await dialsDuring(() =>
      Promise.all(urls.map((url) => sender.send({ ...post, url }))),
    );
    expect(results.map(({ ok }) => ok)).toEqual(urls.map(() => true));
    expect(sentinel.requests).toHaveLength(urls.length);
    expect(made).toBeGreaterThanOrEqual(3);
  });

  it('does not reach the sentinel with the filter, on any port', async () => {
    const sentinel = await startReceiver();
    const sender = senderThatResolvesTo('127.0.0.1');
    const { port } = new URL(sentinel.url);
    const urls = ['http', 'https'].flatMap((scheme) =>
      ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]'].map(
        (host) => `${scheme}://${host}:${port}/`,
      ),
    );
    const results = await Promise.all(urls.map((url) => sender.send({ ...post, url })));
    expect(results.map(({ error }) => error)).toEqual(urls.map(() => 'unsafe_target'));
    expect(sentinel.requests).toEqual([]);
  });
});

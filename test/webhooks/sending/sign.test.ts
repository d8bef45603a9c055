import { Webhook } from 'standardwebhooks';
import {
  newSecret,
  signatureHeaders,
  signingKey,
  verify,
} from '../../../src/webhooks/sending/sign';

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const published = {
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  atMs: 1_614_265_330_000,
  body: '{"test": 2432232314}',
};
const publishedSignature = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=';

describe('the headers of a webhook', () => {
  it('are those of the published vector', () => {
    expect(signatureHeaders({ ...published, secrets: [secret] })).toEqual({
      'webhook-id': published.id,
      'webhook-timestamp': '1614265330',
      'webhook-signature': publishedSignature,
    });
  });

  it('carry one signature per secret, in order', () => {
    const other = newSecret();
    const both = signatureHeaders({ ...published, secrets: [other, secret] });
    const [first, second, ...more] = String(both['webhook-signature']).split(' ');
    expect(first).toMatch(/^v1,[A-Za-z0-9+/]{43}=$/);
    expect([second, more]).toEqual([publishedSignature, []]);
  });

  it('contain whole seconds, rounded down', () => {
    const headers = signatureHeaders({ ...published, atMs: 1999, secrets: [secret] });
    expect(headers['webhook-timestamp']).toBe('1');
  });

  it('are refused without a secret, and for an id with a dot', () => {
    expect(() => signatureHeaders({ ...published, secrets: [] })).toThrow('unsigned');
    expect(() => signatureHeaders({ ...published, id: 'evt_1.2', secrets: [secret] })).toThrow(
      'dot',
    );
  });
});

describe('a secret', () => {
  it('consists of 32 random bytes', () => {
    expect(newSecret()).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(signingKey(newSecret())).toHaveLength(32);
    expect(newSecret()).not.toBe(newSecret());
  });

  it.each([24, 32, 64])('of %d encoded bytes stands for these bytes', (count) => {
    const key = Buffer.alloc(count, 0xfb);
    expect(signingKey(`whsec_${key.toString('base64')}`)).toEqual(key);
  });

  it.each([
    ['text without the prefix', 'my plain secret!'],
    ['base64 without the prefix', Buffer.alloc(32, 7).toString('base64')],
    ['only the prefix', 'whsec_'],
    ['the prefix and invalid base64', 'whsec_my plain secret, long enough to be one'],
    ['base64 without its padding', `whsec_${Buffer.alloc(32, 7).toString('base64url')}`],
    ['23 encoded bytes', `whsec_${Buffer.alloc(23, 7).toString('base64')}`],
    ['65 encoded bytes', `whsec_${Buffer.alloc(65, 7).toString('base64')}`],
    ['Thai', 'ความลับของร้านค้า'],
  ])('that is %s stands for its own UTF-8 bytes', (_kind, text) => {
    expect(signingKey(text)).toEqual(Buffer.from(text, 'utf8'));
  });
});

describe('the public Standard Webhooks library', () => {
  const body = '{"id":"evt_1","data":{"name":"สมชาย"}}';
  const headersBy = (...secrets: string[]) =>
    signatureHeaders({ id: 'evt_1', atMs: Date.now(), body, secrets });

  it('accepts a signature with a generated secret', () => {
    const generated = newSecret();
    expect(new Webhook(generated).verify(body, headersBy(generated))).toEqual(JSON.parse(body));
  });

  it("accepts a signature with a merchant's own secret, in its raw format", () => {
    const raw = 'my plain secret!';
    const library = new Webhook(raw, { format: 'raw' });
    expect(library.verify(body, headersBy(raw))).toEqual(JSON.parse(body));
    const thai = 'ความลับของร้านค้า';
    const bytes = new Webhook(new TextEncoder().encode(thai), { format: 'raw' });
    expect(bytes.verify(body, headersBy(thai))).toEqual(JSON.parse(body));
  });

  it('accepts both the old and the new secret during a rotation', () => {
    const [before, after] = [newSecret(), newSecret()];
    const headers = headersBy(after, before);
    expect(new Webhook(before).verify(body, headers)).toEqual(JSON.parse(body));
    expect(new Webhook(after).verify(body, headers)).toEqual(JSON.parse(body));
    expect(() => new Webhook(newSecret()).verify(body, headers)).toThrow('No matching signature');
  });

  it('signs webhooks that we verify', () => {
    const at = new Date();
    const signature = new Webhook(secret).sign('evt_1', at, body);
    const headers = {
      'webhook-id': 'evt_1',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': signature,
    };
    expect(verify({ headers, body, secret, nowMs: at.getTime() })).toBe(true);
  });
});

describe('verifying', () => {
  const headers = signatureHeaders({ ...published, secrets: [newSecret(), secret] });
  const good = { headers, body: published.body, secret, nowMs: published.atMs };

  it('accepts a list with a valid signature', () => {
    const signature = `v2,what v1a,ever v1,AAAA ${publishedSignature}`;
    expect(verify(good)).toBe(true);
    expect(verify({ ...good, body: Buffer.from(published.body) })).toBe(true);
    expect(verify({ ...good, headers: { ...headers, 'webhook-signature': signature } })).toBe(true);
  });

  it.each([-300_000, 300_000])('accepts a clock that is %d ms off', (offMs) => {
    expect(verify({ ...good, nowMs: published.atMs + offMs })).toBe(true);
  });

  it.each([-300_001, 300_001])('refuses a clock that is %d ms off', (offMs) => {
    expect(verify({ ...good, nowMs: published.atMs + offMs })).toBe(false);
  });

  it.each([
    ['an altered body', { body: '{"test": 2432232315}' }],
    ['another secret', { secret: newSecret() }],
    ['another id', { headers: { ...headers, 'webhook-id': 'evt_2' } }],
    ['another time', { headers: { ...headers, 'webhook-timestamp': '1614265331' } }],
    ['a malformed time', { headers: { ...headers, 'webhook-timestamp': '1614265330.0' } }],
    ['a missing id', { headers: { ...headers, 'webhook-id': undefined } }],
    ['a missing time', { headers: { ...headers, 'webhook-timestamp': undefined } }],
    ['a missing signature', { headers: { ...headers, 'webhook-signature': undefined } }],
    ['an empty signature', { headers: { ...headers, 'webhook-signature': '' } }],
    [
      'a signature of an unknown version',
      { headers: { ...headers, 'webhook-signature': publishedSignature.replace('v1', 'v2') } },
    ],
    [
      'a truncated signature',
      { headers: { ...headers, 'webhook-signature': publishedSignature.slice(0, -1) } },
    ],
  ])('refuses %s', (_what, change) => {
    expect(verify({ ...good, ...change })).toBe(false);
  });
});

import crypto from 'node:crypto';
import {
  authenticateMerchant,
  isOperator,
  isProvider,
  newApiKey,
} from '../../src/merchants/authenticate';
import { testConfig } from '../support/gateway';

/*
 * Constant time is shown by the implementation, not by a clock: all digests have one length and are
 * compared in constant time for every input.
 */

const BILLER_ID = '012345678901234';

const config = testConfig({
  PROVIDER_KEY: 'the-first-key-of-it,the-second-key-of-it',
  OPERATOR_KEY: 'the-key-of-operators',
});
const compare = jest.spyOn(crypto, 'timingSafeEqual');
afterEach(() => compare.mockClear());

const given = {
  'the first key': 'the-first-key-of-it',
  'the second key': 'the-second-key-of-it',
  'a key with an equal prefix': 'the-first-key-of-xx',
  'a key with an equal suffix': 'xxx-first-key-of-it',
  'a part of a key': 'the-first',
  'a longer key': 'the-first-key-of-it-and-more',
  'one character': 'x',
  'a merchant’s key': newApiKey('sandbox').key,
};

describe('a shared key', () => {
  it.each(Object.entries(given))('is compared in the same way with %s', (name, key) => {
    const isRight = name === 'the first key' || name === 'the second key';
    expect(isProvider({ config }, `Bearer ${key}`)).toBe(isRight);
    expect(compare).toHaveBeenCalledTimes(2);
    for (const [one, other] of compare.mock.calls) {
      expect([one.byteLength, other.byteLength]).toEqual([32, 32]);
    }
  });

  it('of the provider is invalid for operators, and vice versa', () => {
    expect(isOperator({ config }, 'Bearer the-first-key-of-it')).toBe(false);
    expect(isProvider({ config }, 'Bearer the-key-of-operators')).toBe(false);
    expect(isOperator({ config }, 'Bearer the-key-of-operators')).toBe(true);
  });

  it.each([undefined, '', 'Bearer', 'Bearer ', 'Bearer undefined', 'Bearer null', 'Bearer ,'])(
    'that is not configured does not match %p',
    (authorization) => {
      const without = testConfig({ PROVIDER_KEY: '', OPERATOR_KEY: '' });
      expect(isProvider({ config: without }, authorization)).toBe(false);
      expect(isOperator({ config: without }, authorization)).toBe(false);
    },
  );
});

describe('a merchant’s key', () => {
  /** The digests that the database query contains. */
  async function lookedUp(key: string): Promise<readonly Buffer[]> {
    const hashes: Buffer[] = [];
    const merchantByKey = (hash: Buffer) => {
      hashes.push(hash);
      return Promise.resolve(null);
    };
    const deps = { config, batched: { merchantByKey } } as never;
    await expect(authenticateMerchant(deps, `Bearer ${key}`)).rejects.toThrow();
    return hashes;
  }

  it('has 256 random bits and is unique', () => {
    const keys = Array.from({ length: 100 }, () => newApiKey('live').key);
    expect(new Set(keys).size).toBe(100);
    for (const key of keys) {
      expect(Buffer.from(key.replace('sk_live_', ''), 'base64url')).toHaveLength(32);
    }
  });

  it('is looked up by its digest only, so an equal prefix does not help', async () => {
    const { key, hash } = newApiKey('sandbox');
    const near = `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`;
    expect(await lookedUp(key)).toEqual([hash]);
    const [other] = await lookedUp(near);
    expect(other?.subarray(0, 4)).not.toEqual(hash.subarray(0, 4));
  });

  it('has a hint of four characters, which leaves 232 unknown bits', () => {
    const { key, hint } = newApiKey('sandbox');
    expect(hint).toBe(`${key.slice(0, 'sk_test_'.length + 4)}…`);
  });
});

describe("a merchant's key", () => {
  const merchantByKey = jest.fn(() => Promise.resolve(null));
  const PROVIDER_KEY = 'a-key-of-the-provider';
  const live = testConfig({ PROVIDER: 'gw', PROVIDER_URL: 'https://x', PROVIDER_KEY, BILLER_ID });
  const modes = { sandbox: testConfig(), live } as const;

  it.each([
    ['sandbox', 'sandbox', 1],
    ['sandbox', 'live', 0],
    ['live', 'live', 1],
    ['live', 'sandbox', 0],
  ] as const)('of %s is looked up in %s mode %d times', async (of, mode, times) => {
    merchantByKey.mockClear();
    const deps = { config: modes[mode], batched: { merchantByKey } } as never;
    const { key } = newApiKey(of);
    await expect(authenticateMerchant(deps, `Bearer ${key}`)).rejects.toThrow();
    expect(merchantByKey).toHaveBeenCalledTimes(times);
  });
});

import { randomBytes } from 'node:crypto';
import { createVault } from '../../../src/platform/crypto/vault';

const key = (id: string) => ({ id, key: randomBytes(32) });
const old = key('k1');
const current = key('k2');
const vault = createVault([current, old]);

describe('a sealed value', () => {
  it('opens to the same text or bytes', () => {
    expect(vault.open(vault.seal('สมชาย', 'a.b'), 'a.b')).toBe('สมชาย');
    const bytes = randomBytes(1_000);
    expect(vault.openBytes(vault.sealBytes(bytes, 'a.b'), 'a.b')).toEqual(bytes);
  });

  it('differs on each sealing and does not contain the plaintext', () => {
    const [one, two] = [vault.seal('secret', 'a.b'), vault.seal('secret', 'a.b')];
    expect(one).not.toBe(two);
    expect(one).not.toContain(Buffer.from('secret').toString('base64').slice(0, 6));
  });

  it('opens only in the context that it was sealed for', () => {
    expect(() => vault.open(vault.seal('secret', 'a.b'), 'a.c')).toThrow();
    expect(() => vault.openBytes(vault.sealBytes(Buffer.from('x'), 'a.b'), 'a.c')).toThrow();
  });

  it('does not open after any bit was changed', () => {
    const sealed = vault.sealBytes(Buffer.from('secret'), 'a.b');
    for (let at = current.id.length + 1; at < sealed.length; at++) {
      const altered = Buffer.from(sealed);
      altered[at] = (altered[at] ?? 0) ^ 1;
      expect(() => vault.openBytes(altered, 'a.b')).toThrow();
    }
    expect(() => vault.openBytes(sealed.subarray(0, -1), 'a.b')).toThrow();
  });

  it('is sealed with the first key of the ring and opens with any', () => {
    const before = createVault([old]);
    expect(vault.seal('x', 'a.b')).toMatch(/^k2:/);
    expect(vault.open(before.seal('x', 'a.b'), 'a.b')).toBe('x');
    expect(() => before.open(vault.seal('x', 'a.b'), 'a.b')).toThrow('not in ENCRYPTION_KEYS');
  });
});

it('a vault cannot be created without a key', () => {
  expect(() => createVault([])).toThrow('ENCRYPTION_KEYS');
});

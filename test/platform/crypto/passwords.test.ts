import { TooManyPasswords, createPasswords } from '../../../src/platform/crypto/passwords';

const passwords = createPasswords();

describe('a password hash', () => {
  it("is Argon2id with OWASP's parameters and a random salt", async () => {
    const hashes = await Promise.all([passwords.hash('secret'), passwords.hash('secret')]);
    for (const hash of hashes) expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(hashes[0]).not.toBe(hashes[1]);
  });

  it('verifies its own password and no other', async () => {
    const hash = await passwords.hash('Sécret 1');
    const right = ['Sécret 1', 'Se\u0301cret 1'];
    const wrong = ['Secret 1', 'sécret 1', 'Sécret 1 ', ''];
    const all = await Promise.all([...right, ...wrong].map((text) => passwords.verify(hash, text)));
    expect(all).toEqual([true, true, false, false, false, false]);
  });

  it('that is null verifies no password, not even the empty one', async () => {
    expect(await passwords.verify(null, '')).toBe(false);
    expect(await passwords.verify(null, 'secret')).toBe(false);
  });
});

it('password hashing queues a limited number of calls and rejects further ones', async () => {
  const own = createPasswords();
  const all = await Promise.allSettled(Array.from({ length: 70 }, () => own.hash('secret')));
  const refused = all.filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(4);
  for (const each of refused) {
    expect(each).toMatchObject({ reason: expect.any(TooManyPasswords) });
  }
  expect(await own.hash('secret')).toMatch(/^\$argon2id/);
});

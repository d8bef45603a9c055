import { hashNewPassword } from '../../src/people/passwords';
import { createPasswords } from '../../src/platform/crypto/passwords';

const deps = { passwords: createPasswords() };
const email = 'somchai@example.com';

const set = (password: string, former: readonly string[] = []) =>
  hashNewPassword(deps, { password, email, former });

/**
 * Weak passwords that an earlier version accepted, with common suffixes to reach twelve characters.
 */
const guessed = [
  'Password1234',
  'password1234',
  'PASSWORD!!!!2026',
  'p@ssw0rd2026',
  'P@$$w0rd1234',
  '123456789012',
  'qwertyuiop12',
  '1q2w3e4r5t6y',
  'iloveyou1234',
  '12345abcde-A',
  '1234567890ab',
  '1q2w3e4r5tXY',
  'saphan123456',
  'letmein12345',
  'administrator',
  'passwordpassword',
  'qwerty123456',
  '!!!dragon2024!!!',
  'ｐａｓｓｗｏｒｄ１２３４',
];

describe('a new password', () => {
  it.each(guessed)('%p is rejected as a common password', async (password) => {
    await expect(set(password)).rejects.toMatchObject({ code: 'weak_password' });
  });

  it.each([
    ['eleven characters', 'kR7vQz2mWx9'],
    ['four distinct characters', 'xkqzxkqzxkqz'],
    ['the local part of the address', 'somchai-93-blue'],
    ['more than 200 characters', 'long enough '.repeat(17)],
  ])('is rejected for %s', async (_name, password) => {
    await expect(set(password)).rejects.toMatchObject({ code: 'weak_password' });
  });

  it.each([
    'kR7vQz2mWx9!',
    'correct horse battery',
    'blue-monkey-climbs-93',
    'รหัสผ่านของฉันยาวพอ',
    'e8c1d0b7a6f3',
  ])('%p is accepted', async (password) => {
    const hash = await set(password);
    expect(await deps.passwords.verify(hash, password)).toBe(true);
  });

  it('is rejected when it equals an earlier one', async () => {
    const former = await Promise.all(
      ['first of them all', 'second of them all'].map((p) => set(p)),
    );
    await expect(set('second of them all', former)).rejects.toMatchObject({
      code: 'password_used_before',
    });
    await expect(set('third of them all', former)).resolves.toMatch(/^\$argon2id/);
  });
});

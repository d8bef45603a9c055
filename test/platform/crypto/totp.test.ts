import {
  base32,
  newTotpSecret,
  totpAddress,
  totpCode,
  totpStepAt,
  totpStepOf,
} from '../../../src/platform/crypto/totp';
import { SECRET, codeOf } from '../../pages/factors';

describe('base32', () => {
  // RFC 4648, section 10: the vectors without padding.
  it.each([
    ['', ''],
    ['fooba', 'MZXW6YTB'],
    ['12345678901234567890', SECRET],
  ])('encodes %p', (text, expected) => expect(base32(Buffer.from(text))).toBe(expected));
});

/** RFC 6238, appendix B, SHA-1: Unix time in seconds, and the code of 8 digits. */
const vectors = [
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
] as const;

// RFC 4226, section 5.3: a code of 6 digits has the last ones of the same number.
const cases = vectors.map(([seconds, eightDigits]) => [seconds, eightDigits.slice(2)] as const);

it.each(cases)('the code at %d seconds is that of RFC 6238', (seconds, code) => {
  expect(totpCode(SECRET, totpStepAt(seconds * 1_000))).toBe(code);
  expect(codeOf(SECRET, 0, seconds * 1_000)).toBe(code);
});

it.each(cases.slice(1))(
  'the code of %d is accepted a step early or late, not two',
  (seconds, code) => {
    const step = Math.floor(seconds / 30);
    const foundAfter = (steps: number) => totpStepOf(SECRET, code, (seconds + steps * 30) * 1_000);
    expect([-2, -1, 0, 1, 2].map(foundAfter)).toEqual([null, step, step, step, null]);
  },
);

it('a text that is not six digits is no code', () => {
  for (const text of ['', '28708', '2870822', '287082 ', '２８７０８２']) {
    expect(totpStepOf(SECRET, text, 59_000)).toBeNull();
  }
});

it('a new secret has 160 random bits', () => {
  const secrets = [newTotpSecret(), newTotpSecret()];
  expect(secrets[0]).not.toBe(secrets[1]);
  for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/);
});

it('the address of a QR code escapes the account', () => {
  expect(totpAddress('ABC', 'Saphan console', 'a+b@example.com')).toBe(
    'otpauth://totp/Saphan%20console:a%2Bb%40example.com?secret=ABC&issuer=Saphan%20console',
  );
});

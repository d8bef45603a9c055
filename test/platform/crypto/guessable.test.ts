import { createHash } from 'node:crypto';
import { isGuessableBytes, isGuessableKey } from '../../../src/platform/crypto/guessable';

/** 32 bytes without a pattern, the same in each run. */
const bytesOf = (seed: number) => createHash('sha256').update(`sample ${seed}`).digest();
const samples = Array.from({ length: 300 }, (_, seed) => bytesOf(seed));

test('keys of random generators are not guessable', () => {
  expect(samples.filter(isGuessableBytes)).toEqual([]);
  for (const encoding of ['hex', 'base64', 'base64url'] as const) {
    expect(samples.map((bytes) => bytes.toString(encoding)).filter(isGuessableKey)).toEqual([]);
  }
  const short = samples.map((bytes) => bytes.subarray(0, 24).toString('hex'));
  expect(short.filter(isGuessableKey)).toEqual([]);
});

test.each([
  ['31 characters', 'cR7vX2mQ9tLw4nZk8sBd1fGh6jYp3aU'],
  ['a repetition', 'cR7vX2mQ9tLw4nZkcR7vX2mQ9tLw4nZk'],
  ['few distinct characters', 'abbabaabbaababbabaababbaabbabaab'],
  ['an alphabet', 'abcdefghijklmnopqrstuvwxyz0123456789'],
  ['words with separators', 'correct-horse-battery-staple-correct'],
  ['words without separators', 'correcthorsebatterystaplecorrect'],
  ['words with capitals and a year', 'CorrectHorseBatteryStapleCorrect2026'],
  ['a description', 'saphan-operator-key-for-production-use'],
])('a key of %s is guessable', (_, key) => {
  expect(isGuessableKey(key)).toBe(true);
});

const bytes = (at: (index: number) => number) =>
  Buffer.from(Array.from({ length: 32 }, (_, index) => at(index) % 256));

test.each([
  ['letters in order', Buffer.from('abcdefghijklmnopqrstuvwxyzABCDEF')],
  ['text', Buffer.from('cR7vX2mQ9tLw4nZk8sBd1fGh6jYp3aUe')],
  ['zeros', Buffer.alloc(32)],
  ['a counter', bytes((index) => 200 + index)],
  ['a counter by 7', bytes((index) => index * 7)],
  ['one half twice', Buffer.concat([bytesOf(1).subarray(0, 16), bytesOf(1).subarray(0, 16)])],
])('32 bytes of %s are guessable', (_, key) => {
  expect(isGuessableBytes(key)).toBe(true);
});

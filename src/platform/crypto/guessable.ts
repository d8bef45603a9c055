/** By the estimates below, 32 random hexadecimal digits have about 115 bits. */
const KEY_BITS_MIN = 96;
const KEY_LENGTH_MIN = 32;
/** 32 random bytes have about 30 distinct values. */
const BYTES_DISTINCT_MIN = 16;

/**
 * True for a text key that a person can have made up: it is short, repeats a part, counts, has few
 * distinct characters or consists of words. A key from a random generator is not, whatever its
 * alphabet.
 */
export function isGuessableKey(key: string): boolean {
  if (key.length < KEY_LENGTH_MIN || /^(.+?)\1+$/.test(key) || isCounting(key)) return true;
  return Math.min(bitsByFrequency(key), bitsByWords(key)) < KEY_BITS_MIN;
}

/** For 32 bytes: text, a counter, a repetition or few distinct values. */
export function isGuessableBytes(bytes: Buffer): boolean {
  const isText = bytes.every((byte) => byte >= 0x20 && byte <= 0x7e);
  const steps = new Set(bytes.subarray(1).map((byte, index) => byte - (bytes[index] ?? 0)));
  const half = bytes.length / 2;
  const isRepeated = bytes.subarray(0, half).equals(bytes.subarray(half));
  return (
    isText ||
    isRepeated ||
    steps.size < BYTES_DISTINCT_MIN ||
    new Set(bytes).size < BYTES_DISTINCT_MIN
  );
}

/** Of two neighbours of a random key, one in five at most are equal or next in the alphabet. */
function isCounting(key: string): boolean {
  const steps = key
    .slice(1)
    .split('')
    .map((character, index) => {
      const step = character.charCodeAt(0) - key.charCodeAt(index);
      return Math.abs(step) <= 1;
    });
  return steps.filter(Boolean).length > steps.length / 2;
}

/** Shannon's entropy. */
function bitsByFrequency(key: string): number {
  const counts = new Map<string, number>();
  for (const character of key) counts.set(character, (counts.get(character) ?? 0) + 1);
  return [...counts.values()].reduce(
    (sum, count) => sum + count * Math.log2(key.length / count),
    0,
  );
}

/** Letters of one word, with a capital or all in one case. */
const LETTERS = /[A-Z]?[a-z]{3,}|[A-Z]{4,}/g;
/** A word of six letters, of 8,000 common ones. */
const BITS_PER_WORD = 13;
const LETTERS_PER_WORD = 6;
const BITS_PER_LETTER = Math.log2(26);
const BITS_PER_DIGIT = Math.log2(10);

/**
 * Letters that can be spoken count as words, between which a separator says nothing. Random letters
 * cannot be spoken for long: of eight, two in three have four consonants in a row.
 */
function bitsByWords(key: string): number {
  let bits = 0;
  const rest = key.replaceAll(LETTERS, (letters) => {
    const isSpoken = /[aeiouy]/i.test(letters) && !/[^aeiouy]{4}/i.test(letters);
    const words = Math.max(1, letters.length / LETTERS_PER_WORD);
    bits += isSpoken ? words * BITS_PER_WORD : letters.length * BITS_PER_LETTER;
    return ' ';
  });
  for (const character of rest) {
    if (/\d/.test(character)) bits += BITS_PER_DIGIT;
    else if (/[A-Za-z]/.test(character)) bits += BITS_PER_LETTER;
  }
  return bits;
}

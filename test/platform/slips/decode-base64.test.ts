import { fc } from '../../support/property';
import { Problem } from '../../../src/kernel/rules/problem';
import { checkImage, readImage, type SlipUpload } from '../../../src/platform/slips/decode-base64';

const FOUR_MIB = 4 * 1024 * 1024;

/** Bytes with only the signature of a JPEG. */
function jpegOf(length: number): Buffer {
  const bytes = Buffer.alloc(length);
  bytes.set([0xff, 0xd8, 0xff]);
  return bytes;
}

/** The result: an upload, or the code of its Problem. */
function outcomeOf(read: () => SlipUpload): SlipUpload | string {
  try {
    return read();
  } catch (error) {
    if (error instanceof Problem) return error.code;
    throw error;
  }
}

const stub = jpegOf(10);
const base64 = stub.toString('base64');

describe('an image is decoded', () => {
  test('from a data URI and from bare base64', () => {
    const upload = { bytes: stub, mediaType: 'image/jpeg' };
    expect(readImage(base64)).toEqual({ ...upload, declaredType: null });
    const declared = { ...upload, declaredType: 'image/jpeg' };
    expect(readImage(`data:image/jpeg;base64,${base64}`)).toEqual(declared);
    expect(readImage(`DATA:IMAGE/JPEG;BASE64,${base64}`)).toEqual(declared);
  });

  test.each([
    ['image/jpeg;charset=utf-8', 'image/jpeg'],
    ['image/jpeg;name=slip.jpg', 'image/jpeg'],
    ['image/jpeg;name="my; slip, 1.jpg"', 'image/jpeg'],
    ['image/jpeg; charset=utf-8 ', 'image/jpeg'],
    ['image/jpeg ', 'image/jpeg'],
    ['application/octet-stream', 'application/octet-stream'],
    ['application/pdf', 'application/pdf'],
    ['', null],
    [';charset=utf-8', null],
  ])('from a data URL of %j', (written, declaredType) => {
    const upload = { bytes: stub, mediaType: 'image/jpeg', declaredType };
    expect(readImage(`data:${written};base64,${base64}`)).toEqual(upload);
    expect(readImage(`data:${written}; base64 ,${base64}`)).toEqual(upload);
    expect(readImage(`data:${written};base64,${encodeURIComponent(base64)}`)).toEqual(upload);
  });

  test('with the type of its bytes, beside the declared type', () => {
    for (const declaredType of ['image/png', 'image/svg+xml', 'image/jpg', 'image/x-ms-bmp']) {
      const upload = { bytes: stub, mediaType: 'image/jpeg', declaredType };
      expect(readImage(`data:${declaredType};base64,${base64}`)).toEqual(upload);
      expect(checkImage(stub, declaredType.toUpperCase())).toEqual(upload);
    }
    expect(checkImage(stub, null)).toMatchObject({ declaredType: null });
  });

  test('with line breaks and spaces anywhere', () => {
    const broken = ` ${base64.replace(/.{4}/g, '$&\r\n\t ')}\n`;
    expect(readImage(broken).bytes).toEqual(stub);
    expect(readImage(`\n data:image/png;base64,\n${broken}`).bytes).toEqual(stub);
  });

  test('completely, for any length and bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (tail) => {
        const bytes = Buffer.concat([jpegOf(3), tail]);
        expect(readImage(bytes.toString('base64')).bytes).toEqual(bytes);
      }),
    );
  });
});

describe('the size of an image', () => {
  test('is 4 MiB at most, to the byte', () => {
    for (const length of [FOUR_MIB - 1, FOUR_MIB]) {
      const bytes = jpegOf(length);
      expect(readImage(bytes.toString('base64')).bytes).toHaveLength(length);
      expect(checkImage(bytes, null).bytes).toBe(bytes);
    }
    for (const length of [FOUR_MIB + 1, FOUR_MIB + 2, FOUR_MIB + 3]) {
      const bytes = jpegOf(length);
      expect(outcomeOf(() => readImage(bytes.toString('base64')))).toBe('slip_too_large');
      expect(outcomeOf(() => checkImage(bytes, null))).toBe('slip_too_large');
    }
  });

  test('excludes line breaks in the text', () => {
    const lines = jpegOf(FOUR_MIB).toString('base64').replace(/.{76}/g, '$&\r\n');
    expect(readImage(lines).bytes).toHaveLength(FOUR_MIB);
  });

  test('is checked by the length of the text, before decoding', () => {
    expect(outcomeOf(() => readImage('*'.repeat(6_000_000)))).toBe('slip_too_large');
  });
});

describe('input that is not an image', () => {
  test.each([
    ['empty text', ''],
    ['a space', ' '],
    ['only padding', '===='],
    ['an empty data URI', 'data:image/jpeg;base64,'],
    ['a URL', 'https://example.com/slip.jpg'],
    ['text encoded as base64', 'aGVsbG8='],
    ['base64 without its padding', base64.replace(/=+$/, '')],
    ['base64 with one more character', `${base64}A`],
    ['padding inside the data', `/9j/==AA`],
    ['too much padding', `/9j/A===`],
    ['base64url', Buffer.from([255, 216, 255, 251, 255, 0]).toString('base64url')],
    ['a character outside of base64', `/9j/AAA\u00e9`],
    ['a non-ASCII space', `/9j/\u00a0AAAA`],
    ['a NUL', `/9j/AAA\0`],
    ['a data URI without base64', `data:image/jpeg,${base64}`],
    ['two data URIs', `data:image/png;base64,data:image/jpeg;base64,${base64}`],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64')],
    [
      'an SVG declared as a PNG',
      `data:image/png;base64,${Buffer.from('<svg/>').toString('base64')}`,
    ],
  ])('is refused: %s', (_name, text) => {
    expect(outcomeOf(() => readImage(text))).toBe('invalid_image');
  });

  test('is refused as a file too', () => {
    expect(outcomeOf(() => checkImage(Buffer.alloc(0), 'image/png'))).toBe('invalid_image');
    expect(outcomeOf(() => checkImage(Buffer.from('<svg/>'), 'image/png'))).toBe('invalid_image');
  });

  test('is answered as an error of the request', () => {
    const codes = ['invalid_image', 'slip_too_large', 'too_many_slips'] as const;
    for (const code of codes) {
      expect(new Problem(code)).toMatchObject({ status: 400, type: 'validation_error' });
    }
  });

  test('throws only the two Problems', () => {
    const texts = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.stringMatching(/^(data:image\/[a-z+]{1,5};base64,)?[A-Za-z0-9+/\s]{0,80}={0,3}$/),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const outcome = outcomeOf(() => readImage(text));
        if (typeof outcome === 'string') expect(outcome).toBe('invalid_image');
      }),
      { numRuns: 2000 },
    );
  });
});

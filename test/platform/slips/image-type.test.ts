import { imageTypeOf } from '../../../src/platform/slips/image-type';

describe('the type of an image', () => {
  test.each([
    ['\xff\xd8\xff\xe0', 'jpeg'],
    ['\xff\xd8\xff', 'jpeg'],
    ['\x89PNG\r\n\x1a\n', 'png'],
    ['RIFF\x0a\x0d\0\xffWEBPVP8X', 'webp'],
    ['GIF87a', 'gif'],
    ['GIF89a', 'gif'],
  ])('is detected by the first bytes: %j is %s', (head, type) => {
    expect(imageTypeOf(Buffer.from(head, 'latin1'))).toBe(type);
    expect(imageTypeOf(Buffer.from(`${head}${'\0'.repeat(2000)}`, 'latin1'))).toBe(type);
  });

  test.each([
    ['nothing', ''],
    ['half of a signature', '\xff\xd8'],
    ['a PNG whose line ends were changed', '\x89PNG\n\x1a\n'],
    ['an audio file', 'RIFF\0\0\0\0WAVEfmt '],
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['a PDF', '%PDF-1.7'],
    ['a TIFF', 'II*\0'],
    ['a photo of a phone', '\0\0\0\x18ftypheic'],
    ['a signature that is not at the start', ' GIF89a'],
  ])('is null for %s', (_name, head) => {
    expect(imageTypeOf(Buffer.from(head, 'latin1'))).toBeNull();
  });
});

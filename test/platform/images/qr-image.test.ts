import { readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { encodeBillPayment } from '../../../src/kernel/rules/promptpay';
import { blacken, encodePng, whiteRow } from '../../../src/platform/images/png';
import { renderQrPng, renderQrSvg, renderQrText } from '../../../src/platform/images/qr-image';
import vectors from '../../vectors/promptpay.json';

const sizesPx = [200, 400, 1000];
const QUIET_MODULES = 4;
const longest = encodeBillPayment({
  billerId: '012345678901200',
  ref1: 'ABCDEFGHJKMNPQRSTVWX',
  ref2: 'ABCDEFGHJKMNPQRSTVWX',
  ref3: 'ABCDEFGHJKMNPQRSTVWX',
  merchantName: 'A MERCHANT OF A LONG NAME',
  amountSatang: 999_999_999_999,
});
const payloads: readonly (readonly [id: string, payload: string])[] = [
  ...[...vectors.vectors, ...vectors.slipVectors].map(({ id, payload }) => [id, payload] as const),
  ['the longest payload of the gateway', longest],
];

/** Rows of an image, one character per pixel: `#` is black, `.` is white. */
type Pixels = readonly string[];

beforeAll(() => {
  // Otherwise the decoder downloads its WebAssembly module.
  const program = readFileSync(require.resolve('zxing-wasm/reader/zxing_reader.wasm'));
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(program).buffer } });
});

async function decode(png: Buffer): Promise<string[]> {
  const codes = await readBarcodes(new Uint8Array(png), { formats: ['QRCode'] });
  return codes.map(({ text }) => text);
}

/** The image as a PNG, enlarged `scale` times. */
function enlarge(pixels: Pixels, scale: number): Buffer {
  const widthPx = pixels.length * scale;
  const rows = pixels.flatMap((line) => {
    const row = whiteRow(widthPx);
    for (const { index } of line.matchAll(/#/g)) blacken(row, index * scale, (index + 1) * scale);
    return Array<Uint8Array>(scale).fill(row);
  });
  return encodePng(widthPx, rows);
}

/** Decodes the only kind of PNG that we write: header, one chunk of unfiltered bits, end. */
function pixelsOfPng(png: Buffer): Pixels {
  const width = png.readUInt32BE(16);
  const height = png.readUInt32BE(20);
  const bytes = inflateSync(png.subarray(41, 41 + png.readUInt32BE(33)));
  const stride = 1 + Math.ceil(width / 8);
  expect(bytes).toHaveLength(stride * height);
  return Array.from({ length: height }, (_row, y) => {
    const [filter, ...packed] = bytes.subarray(y * stride, (y + 1) * stride);
    expect(filter).toBe(0);
    const bits = packed.map((byte) => byte.toString(2).padStart(8, '0')).join('');
    return bits.slice(0, width).replaceAll('0', '#').replaceAll('1', '.');
  });
}

/** Paints the black path of an SVG. */
function pixelsOfSvg(svg: string): Pixels {
  const sizePx = Number(/viewBox="0 0 (\d+) \1"/.exec(svg)?.[1]);
  const black = /<path transform="translate\((\d+) \1\)scale\((\d+)\)" d="([^"]+)"\/>/.exec(svg);
  const [offsetPx, modulePx, path = ''] = [Number(black?.[1]), Number(black?.[2]), black?.[3]];
  const rows = Array.from({ length: sizePx }, () => '.'.repeat(sizePx));
  const rest = path.replaceAll(/M(\d+) (\d+)H(\d+)v1H\1z/g, (_run, ...modules: string[]) => {
    const [left = 0, top = 0, right = 0] = modules.map((at) => offsetPx + Number(at) * modulePx);
    for (let y = top; y < top + modulePx; y++) {
      const row = rows[y] ?? '';
      rows[y] = row.slice(0, left) + '#'.repeat(right - left) + row.slice(right);
    }
    return '';
  });
  expect(rest).toBe('');
  return rows;
}

/** The rows as a terminal with light text on a dark background shows them. */
function pixelsOfText(text: string): Pixels {
  const halves: Record<string, string> = { ' ': '##', '▄': '#.', '▀': '.#', '█': '..' };
  const lines = text.trimEnd().split('\n');
  return lines.flatMap((line) =>
    [0, 1].map((half) => Array.from(line, (character) => halves[character]?.[half]).join('')),
  );
}

/** Number of white rows or columns on each side. */
function edgesOf(pixels: Pixels): { top: number; right: number; bottom: number; left: number } {
  const isDark = (row: string) => row.includes('#');
  const dark = pixels.filter(isDark);
  return {
    top: pixels.findIndex(isDark),
    right: Math.min(...dark.map((row) => row.length - 1 - row.lastIndexOf('#'))),
    bottom: pixels.length - 1 - pixels.findLastIndex(isDark),
    left: Math.min(...dark.map((row) => row.indexOf('#'))),
  };
}

describe('a PNG', () => {
  test.each(payloads)('of %s is decoded by a scanner at every size', async (_id, payload) => {
    for (const sizePx of sizesPx) {
      expect(await decode(renderQrPng(payload, sizePx))).toEqual([payload]);
    }
  });

  test.each([200, 203, 399, 400, 999, 1000])('has exactly %i pixels per side', (sizePx) => {
    const pixels = pixelsOfPng(renderQrPng(longest, sizePx));
    expect(pixels).toHaveLength(sizePx);
    expect(new Set(pixels.map((row) => row.length))).toEqual(new Set([sizePx]));
  });

  test.each([200, 203, 399, 400, 1000])(
    'of %i pixels centres the code in a quiet zone of at least four modules',
    (sizePx) => {
      const pixels = pixelsOfPng(renderQrPng(longest, sizePx));
      const { top, right, bottom, left } = edgesOf(pixels);
      expect([left, right]).toEqual([top, bottom]);
      expect(bottom - top).toBeGreaterThanOrEqual(0);
      expect(bottom - top).toBeLessThanOrEqual(1);
      // The first black run is the edge of a finder pattern: seven modules.
      const modulePx = (pixels[top]?.slice(left).indexOf('.') ?? 0) / 7;
      expect(Number.isInteger(modulePx)).toBe(true);
      expect(top).toBeGreaterThanOrEqual(QUIET_MODULES * modulePx);
    },
  );

  test('uses error correction level M', async () => {
    const png = new Uint8Array(renderQrPng(longest, 400));
    expect(await readBarcodes(png, { formats: ['QRCode'] })).toMatchObject([{ ecLevel: 'M' }]);
  });

  test('is a small, valid file with one bit per pixel', () => {
    const png = renderQrPng(longest, 400);
    expect(png.subarray(0, 16).toString('latin1')).toBe('\x89PNG\r\n\x1a\n\0\0\0\rIHDR');
    expect([...png.subarray(24, 29)]).toEqual([1, 0, 0, 0, 0]);
    expect(png.subarray(-12).toString('hex')).toBe('0000000049454e44ae426082');
    expect(png.length).toBeLessThan(1500);
  });

  test('is byte-identical for the same payload, so that its hash can be an ETag', () => {
    expect(renderQrPng(longest, 400)).toEqual(renderQrPng(longest, 400));
  });

  test.each([0, 20, -400, 400.5, Number.NaN, Number.POSITIVE_INFINITY])(
    'of %p pixels throws',
    (sizePx) => {
      expect(() => renderQrPng(longest, sizePx)).toThrow(RangeError);
      expect(() => renderQrSvg(longest, sizePx)).toThrow(RangeError);
    },
  );
});

describe('an SVG', () => {
  test.each(sizesPx)('of %i pixels paints the same modules as the PNG', (sizePx) => {
    for (const [, payload] of payloads) {
      const svg = renderQrSvg(payload, sizePx);
      expect(pixelsOfSvg(svg)).toEqual(pixelsOfPng(renderQrPng(payload, sizePx)));
    }
  });

  test.each(payloads)('of %s is decoded by a scanner', async (_id, payload) => {
    expect(await decode(enlarge(pixelsOfSvg(renderQrSvg(payload, 200)), 1))).toEqual([payload]);
  });

  test('has a white background and its own size', () => {
    const svg = renderQrSvg(longest, 400);
    expect(svg).toContain('width="400" height="400" viewBox="0 0 400 400"');
    expect(svg).toContain('<path fill="#fff" d="M0 0h400v400H0z"/>');
  });
});

describe('text for a terminal', () => {
  test.each(payloads)('of %s is decoded by a scanner', async (_id, payload) => {
    const lines = renderQrText(payload).trimEnd().split('\n');
    expect(new Set(lines.map((line) => line.length)).size).toBe(1);
    const pixels = pixelsOfText(renderQrText(payload));
    // A line of text shows two of an odd number of rows, so one more row is white.
    expect(edgesOf(pixels)).toEqual({ top: 4, right: 4, bottom: 5, left: 4 });
    expect(await decode(enlarge(pixels, 4))).toEqual([payload]);
  });
});

import { fc } from '../../support/property';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { encodeSlip } from '../../../src/orders/deposit/rules/slip';
import { seal, writeField } from '../../../src/kernel/rules/tlv';
import { sharp } from '../../../src/platform/images/sharp';
import { loadGreyPixels } from '../../../src/platform/slips/grey-pixels';
import {
  readSlipImage,
  type ScanOutcome,
  type SlipReading,
} from '../../../src/platform/slips/read-slip-image';
import { scanQrCodes } from '../../../src/platform/slips/scan-qr-codes';
import { closeAfterFile } from '../../support/close-after-file';
import vectors from '../../vectors/promptpay.json';
import { drawCodes, drawSlip, paymentPayload, sandboxSlip } from './pictures';

const parsed = { kind: 'parsed', slips: [sandboxSlip] };
const svg = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><rect width="40" height="40"/></svg>',
);

function read(bytes: Buffer): Promise<SlipReading> {
  return readSlipImage(bytes, async (pixels): Promise<ScanOutcome> => {
    return { kind: 'scanned', texts: await scanQrCodes(pixels) };
  });
}

/** For images that must be rejected before a scan. */
function readUnscanned(bytes: Buffer): Promise<SlipReading> {
  return readSlipImage(bytes, () => Promise.reject(new Error('this was scanned')));
}

/** A long screenshot with the slip `topPx` below its top. */
const scrolled = (png: Buffer, topPx: number): Promise<Buffer> =>
  sharp({ create: { width: 1080, height: 13_000, channels: 3, background: '#eee' } })
    .composite([{ input: png, top: topPx, left: 180 }])
    .png()
    .toBuffer();

/** The picture as ink whose opacity is the darkness; 0 is black. */
async function inkAlone(png: Buffer, light = 0): Promise<Buffer> {
  const { width, height, grey } = await loadGreyPixels(png);
  const rgba = Buffer.alloc(width * height * 4);
  rgba.fill(light);
  for (const [at, dark] of grey.entries()) rgba[at * 4 + 3] = 255 - dark;
  return sharp(rgba, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer();
}

let slipPng: Buffer;

beforeAll(async () => {
  slipPng = await drawSlip();
});

describe('a slip is read from', () => {
  const { fetch } = globalThis;
  let calls = 0;

  beforeAll(() => {
    globalThis.fetch = () => {
      calls++;
      return Promise.reject(new Error('no network here'));
    };
  });
  afterAll(() => {
    globalThis.fetch = fetch;
  });

  test.each<[string, (png: Buffer) => Promise<Buffer>]>([
    ['a PNG', (png) => Promise.resolve(png)],
    ['a JPEG of quality 85', (png) => sharp(png).jpeg({ quality: 85 }).toBuffer()],
    ['a JPEG of quality 50', (png) => sharp(png).jpeg({ quality: 50 }).toBuffer()],
    ['a WebP', (png) => sharp(png).webp({ quality: 60 }).toBuffer()],
    ['a GIF', (png) => sharp(png).gif().toBuffer()],
    ['a picture of 540 pixels width', (png) => sharp(png).resize(540).jpeg().toBuffer()],
    ['a picture larger than a screen', (png) => sharp(png).resize(3000).jpeg().toBuffer()],
    ['a rotated picture', (png) => sharp(png).rotate(90).jpeg().toBuffer()],
    ['a picture with 16 bits per channel', (png) => sharp(png).toColourspace('rgb16').toBuffer()],
    ['a CMYK JPEG', (png) => sharp(png).toColourspace('cmyk').jpeg().toBuffer()],
    ['black ink on a transparent background', (png) => inkAlone(png)],
    ['white ink on a transparent background', (png) => inkAlone(png, 255)],
    [
      'a JPEG without its last bytes',
      async (png) => (await sharp(png).jpeg().toBuffer()).subarray(0, -40),
    ],
    ['a screenshot of 13,000 pixels height', (png) => scrolled(png, 6_000)],
    ['a slip where two parts of a long screenshot meet', (png) => scrolled(png, 2_200)],
  ])('%s', async (_name, convert) => {
    expect(await read(await convert(slipPng))).toEqual(parsed);
  });

  test('local files only', async () => {
    expect(await read(slipPng)).toEqual(parsed);
    expect(calls).toBe(0);
  });
});

describe('the scanned picture', () => {
  test('is rotated upright by its EXIF data', async () => {
    const onItsSide = await sharp(slipPng)
      .rotate(270)
      .jpeg()
      .withMetadata({ orientation: 6 })
      .toBuffer();
    expect(await sharp(onItsSide).metadata()).toMatchObject({ width: 1180, height: 720 });
    expect(await loadGreyPixels(onItsSide)).toMatchObject({ width: 720, height: 1180 });
    expect(await read(onItsSide)).toEqual(parsed);
  });

  test('has one byte per pixel and at most 1600 x 2800 pixels', async () => {
    const large = await sharp(slipPng).resize(3200, 4000, { fit: 'fill' }).jpeg().toBuffer();
    const { width, height, grey } = await loadGreyPixels(large);
    expect({ width, height, bytes: grey.length }).toEqual({
      width: 1600,
      height: 2000,
      bytes: 1600 * 2000,
    });
  });

  test.each(['gif', 'webp'] as const)('is the first page of an animated %s', async (type) => {
    const pages = [slipPng, await drawSlip('SBXSECOND')];
    const animated = await sharp(pages, { join: { animated: true } })
      [type]()
      .toBuffer();
    expect(await sharp(animated, { pages: -1 }).metadata()).toMatchObject({ pages: 2 });
    expect(await loadGreyPixels(animated)).toMatchObject({ width: 720, height: 1180 });
    expect(await read(animated)).toEqual(parsed);
  });
});

describe('among the codes of a picture', () => {
  const bank = encodeSlip({ sendingBank: '014', transRef: '00111222233344ABCD12' });
  const bankSlip = {
    kind: 'parsed',
    slips: [{ kind: 'bank', sendingBank: '014', transRef: '00111222233344ABCD12' }],
  };

  test.each([
    ['an advertisement above it', ['https://bank.example/offer', bank]],
    ['an advertisement below it', [bank, 'https://bank.example/offer']],
    ['its own payment code', [paymentPayload, bank]],
  ])('the slip is found beside %s', async (_name, texts) => {
    expect(await read(await drawCodes(...texts))).toEqual(bankSlip);
  });

  test('a slip whose checksum lacks its leading zero is found', async () => {
    const lost = vectors.slipVectors.find(({ id }) => id === 'slip-lost-zero-crc');
    if (lost === undefined) throw new Error('the vector is gone');
    const reading = { kind: 'parsed', slips: [{ kind: 'bank', ...lost.input }] };
    expect(await read(await drawCodes(lost.payload))).toEqual(reading);
  });

  test('a slip of TrueMoney is found', async () => {
    const fields = [
      ['00', '01'],
      ['01', '01'],
      ['02', 'P2P'],
      ['03', '5001'],
      ['04', '31122026'],
    ];
    const transfer = fields.map(([id = '', value = '']) => writeField(id, value)).join('');
    const text = seal(writeField('00', transfer), '91').replace(/.{4}$/, (crc) =>
      crc.toLowerCase(),
    );
    expect(await read(await drawCodes(text))).toEqual({
      kind: 'parsed',
      slips: [{ kind: 'truemoney', eventType: 'P2P', transactionId: '5001', date: '31122026' }],
    });
  });

  test('every different slip is found, once', async () => {
    const other = encodeSlip({ sendingBank: '004', transRef: 'OTHER1' });
    expect(await read(await drawCodes(bank, other, bank))).toEqual({
      kind: 'parsed',
      slips: expect.arrayContaining([
        bankSlip.slips[0],
        { kind: 'bank', sendingBank: '004', transRef: 'OTHER1' },
      ]),
    });
  });

  test('a payment code of another country, or a broken one, is the wrong code', async () => {
    const foreign = seal('00020101021153037025802SG', '63');
    for (const text of [foreign, paymentPayload.replace(/.{4}$/, '0000')]) {
      expect(await read(await drawCodes(text))).toEqual({ kind: 'wrong_qr' });
    }
  });

  test('a payment without a slip is the wrong code', async () => {
    expect(await read(await drawCodes('https://shop.example', paymentPayload))).toEqual({
      kind: 'wrong_qr',
    });
  });

  test('a slip with a wrong checksum, or a URL, is invalid', async () => {
    const wrong = bank.replace(/.{4}$/, '0000');
    expect(await read(await drawCodes(wrong))).toEqual({ kind: 'qr_invalid' });
    expect(await read(await drawCodes('https://shop.example'))).toEqual({ kind: 'qr_invalid' });
  });

  test('no QR code is found in a picture without one', async () => {
    expect(await read(await drawCodes())).toEqual({ kind: 'qr_not_found' });
  });
});

describe('an image is refused before it is scanned:', () => {
  /** A PNG header with a size, without pixels. */
  function pngHeader(width: number, height: number): Buffer {
    const header = Buffer.from('IHDR\0\0\0\0\0\0\0\0\x01\0\0\0\0', 'latin1');
    header.writeUInt32BE(width, 4);
    header.writeUInt32BE(height, 8);
    const checksum = Buffer.alloc(4);
    checksum.writeUInt32BE(crc32(header));
    const begin = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\x0d', 'latin1');
    return Buffer.concat([
      begin,
      header,
      checksum,
      Buffer.from('\0\0\0\0IDAT\x35\xaf\x06\x1e', 'latin1'),
    ]);
  }

  test.each([
    [30_000, 30_000, true],
    [25_000_001, 1, true],
    [5_000, 5_001, true],
    [5_000, 5_000, false],
    [30, 30, false],
  ])('one of %i x %i pixels, by its header: %j', async (width, height, isBomb) => {
    // The file has no pixels, so its size was rejected by the header.
    const reading = await (isBomb ? readUnscanned : read)(pngHeader(width, height));
    const reason = expect.stringContaining('exceeds pixel limit');
    if (isBomb) expect(reading).toEqual({ kind: 'unreadable', reason });
    else expect(reading).not.toMatchObject({ reason });
  });

  test.each([
    [10, 1_000_000],
    [700, 32_000],
  ])('one of %i x %i pixels, by the number of its parts', async (width, height) => {
    const png = await sharp({ create: { width, height, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    const reason = expect.stringContaining('pixels high');
    expect(await readUnscanned(png)).toEqual({ kind: 'unreadable', reason });
  });

  test('no slip is found in a JPEG, PNG, WebP or GIF that ends early', async () => {
    const images = [
      slipPng,
      await sharp(slipPng).jpeg().toBuffer(),
      await sharp(slipPng).webp().toBuffer(),
      await sharp(slipPng).gif().toBuffer(),
    ];
    for (const image of images) {
      for (const part of [0.02, 0.05, 0.2]) {
        const { kind } = await read(image.subarray(0, Math.floor(image.length * part)));
        expect(['unreadable', 'qr_not_found']).toContain(kind);
      }
    }
  });

  test.each([
    '\xff\xd8\xff',
    '\x89PNG\r\n\x1a\n',
    'RIFF\0\0\0\0WEBPVP8 ',
    'GIF89a',
    'GIF8',
    '',
    ' ',
  ])('one that is only a signature: %j', async (signature) => {
    const bytes = Buffer.from(signature, 'latin1');
    expect(await readUnscanned(bytes)).toMatchObject({ kind: 'unreadable' });
  });
});

describe('an SVG', () => {
  test('is unreadable, with any prefix', async () => {
    const forms = [
      '',
      '\n ',
      '<?xml version="1.0"?>',
      '\x89PNG\r\n\x1a\n',
      '\xff\xd8\xff',
      'GIF89a',
    ];
    for (const form of forms) {
      const bytes = Buffer.concat([Buffer.from(form, 'latin1'), svg]);
      expect(await readUnscanned(bytes)).toMatchObject({ kind: 'unreadable' });
    }
  });

  test('is rejected by the image library, from memory and by file name', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'saphan-slips-'));
    closeAfterFile(() => rm(folder, { recursive: true, force: true }));
    await expect(sharp(svg).metadata()).rejects.toThrow(/unsupported image format/);
    for (const name of ['slip.svg', 'slip.png']) {
      const file = path.join(folder, name);
      writeFileSync(file, svg);
      await expect(sharp(file).metadata()).rejects.toThrow(/unsupported image format/);
    }
  });
});

describe('an untrusted image', () => {
  const kinds = ['parsed', 'qr_not_found', 'qr_invalid', 'wrong_qr', 'unreadable'];

  test('of random bytes after any signature gets a reading', async () => {
    const heads = fc.constantFrom(
      '',
      '\xff\xd8\xff',
      '\x89PNG\r\n\x1a\n',
      'RIFF\0\x01\0\0WEBP',
      'GIF89a',
    );
    await fc.assert(
      fc.asyncProperty(heads, fc.uint8Array({ maxLength: 2000 }), async (head, tail) => {
        const { kind } = await read(Buffer.concat([Buffer.from(head, 'latin1'), tail]));
        expect(kinds).toContain(kind);
      }),
      { numRuns: 300 },
    );
  });

  test("of a damaged slip gets a reading, and never another slip's", async () => {
    const jpeg = await sharp(slipPng).jpeg({ quality: 60 }).toBuffer();
    const damages = fc.array(fc.tuple(fc.nat(jpeg.length - 1), fc.nat(255)), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(damages, async (changes) => {
        const damaged = Buffer.from(jpeg);
        for (const [at, value] of changes) damaged[at] = value;
        const reading = await read(damaged);
        expect(kinds).toContain(reading.kind);
        if (reading.kind === 'parsed') expect(reading).toEqual(parsed);
      }),
      { numRuns: 40 },
    );
  });
});

import { encodeBillPayment } from '../../../src/kernel/rules/promptpay';
import { decodePicture, type Picture } from '../../../src/platform/images/picture';
import { renderQrCard, type QrCard } from '../../../src/platform/images/qr-card';
import { sharp } from '../../../src/platform/images/sharp';
import { loadGreyPixels } from '../../../src/platform/slips/grey-pixels';
import { scanQrCodes } from '../../../src/platform/slips/scan-qr-codes';

const payload = encodeBillPayment({
  billerId: '012345678901200',
  ref1: 'ABCDEFGHJKMNPQRSTVWX',
  ref2: 'M0001',
  amountSatang: 123_456,
});
const thai: QrCard = {
  payload,
  title: 'ร้านน้ำผึ้งป่า',
  amountText: '฿1,234.56',
  lines: ['เลขอ้างอิง ABCDEFGHJKMNPQRSTVWX', 'ชำระภายใน 1 ม.ค. 2569 เวลา 12:00 น.'],
  footer: 'เปิดภาพนี้จากแอปธนาคารของคุณ',
};
const long: QrCard = {
  payload,
  title: 'บริษัทเดอะแกรนด์สยามอินเตอร์เนชั่นแนลเทรดดิ้งแอนด์เซอร์วิสประเทศไทยจำกัด & <b>'.repeat(2),
  amountText: '฿9,999,999,999.99',
  lines: Array<string>(6).fill('A reference of a hundred characters: '.repeat(4)),
  footer: 'W'.repeat(200),
};

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

function colourAt({ rgba, widthPx }: Picture, x: number, y: number): string {
  return rgba.toString('hex', (y * widthPx + x) * 4, (y * widthPx + x) * 4 + 3);
}

/** Text is never pure black, so pure black pixels are the code. */
function findCode(picture: Picture): Box {
  const [xs, ys] = [new Set<number>(), new Set<number>()];
  for (let y = 0; y < picture.heightPx; y++) {
    for (let x = 0; x < picture.widthPx; x++) {
      if (colourAt(picture, x, y) !== '000000') continue;
      xs.add(x);
      ys.add(y);
    }
  }
  return {
    left: Math.min(...xs),
    top: Math.min(...ys),
    right: Math.max(...xs) + 1,
    bottom: Math.max(...ys) + 1,
  };
}

function coloursIn(picture: Picture, { left, top, right, bottom }: Box): string[] {
  const colours = new Set<string>();
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) colours.add(colourAt(picture, x, y));
  }
  return [...colours].sort();
}

/** Whether every square of `modulePx` pixels has one colour. */
function isAligned(picture: Picture, { left, top, right, bottom }: Box, modulePx: number): boolean {
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const corner = [x - ((x - left) % modulePx), y - ((y - top) % modulePx)] as const;
      if (colourAt(picture, x, y) !== colourAt(picture, ...corner)) return false;
    }
  }
  return true;
}

describe.each([
  ['in Thai', thai],
  ['with texts that are far too long', long],
])('a card %s', (_name, card) => {
  let png: Buffer;
  let picture: Picture;
  let code: Box;

  beforeAll(async () => {
    png = await renderQrCard(card);
    picture = await decodePicture(png);
    code = findCode(picture);
  });

  test('is a PNG 900 pixels wide and at least 1300 high', async () => {
    expect((await sharp(png).metadata()).format).toBe('png');
    expect(picture.widthPx).toBe(900);
    expect(picture.heightPx).toBeGreaterThanOrEqual(1300);
  });

  test('is decoded as it is, as a JPEG, and at the size of a phone screen', async () => {
    const forms = [
      png,
      await sharp(png).jpeg({ quality: 50 }).toBuffer(),
      await sharp(png).resize(360).jpeg({ quality: 70 }).toBuffer(),
    ];
    for (const form of forms) {
      expect(await scanQrCodes(await loadGreyPixels(form))).toEqual([payload]);
    }
  });

  test('has its code in pure black and white on whole pixels, with a quiet zone', () => {
    const sidePx = code.right - code.left;
    const modulePx = sidePx / 37;
    expect(sidePx).toBeGreaterThanOrEqual(560);
    expect(code.bottom - code.top).toBe(sidePx);
    expect(modulePx).toBe(16);
    expect(isAligned(picture, code, modulePx)).toBe(true);
    expect(coloursIn(picture, code)).toEqual(['000000', 'ffffff']);
    const quietPx = 4 * modulePx;
    const [left, right] = [code.left - quietPx, code.right + quietPx];
    const [top, bottom] = [code.top - quietPx, code.bottom + quietPx];
    for (const side of [
      { left, right, top, bottom: code.top },
      { left, right, top: code.bottom, bottom },
      { left, right: code.left, top, bottom },
      { left: code.right, right, top, bottom },
    ]) {
      expect(coloursIn(picture, side)).toEqual(['ffffff']);
    }
  });

  test('keeps its margins clear', () => {
    const { widthPx, heightPx } = picture;
    for (const side of [
      { left: 0, right: 59, top: 20, bottom: heightPx },
      { left: widthPx - 59, right: widthPx, top: 20, bottom: heightPx },
      { left: 0, right: widthPx, top: heightPx - 40, bottom: heightPx },
    ]) {
      expect(coloursIn(picture, side)).toEqual(['ffffff']);
    }
  });
});

describe('a card', () => {
  test('contains each of its texts', async () => {
    const whole = await renderQrCard(thai);
    const changes: Partial<QrCard>[] = [
      { title: '' },
      { amountText: '฿1,234.57' },
      { lines: thai.lines.slice(0, 1) },
      { footer: '' },
    ];
    for (const change of changes) {
      expect((await renderQrCard({ ...thai, ...change })).equals(whole)).toBe(false);
    }
    expect((await renderQrCard({ ...thai })).equals(whole)).toBe(true);
  });
});

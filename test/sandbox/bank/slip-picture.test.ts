import { parseSlip } from '../../../src/orders/deposit/rules/slip';
import { QrError } from '../../../src/kernel/rules/tlv';
import { decodePicture } from '../../../src/platform/images/picture';
import { renderSlipPicture, type SlipPicture } from '../../../sandbox/bank/slips/slip-picture';
import { loadGreyPixels } from '../../../src/platform/slips/grey-pixels';
import { scanQrCodes } from '../../../src/platform/slips/scan-qr-codes';

const short: SlipPicture = {
  transRef: 'SBX1',
  amountText: '฿1,234.56',
  paidAtText: '1 ม.ค. 2569 12:00 น.',
  payerName: 'นายทดสอบ ระบบ',
  payerAccountMask: 'xxx-x-x6789-x',
  paidTo: 'ร้านน้ำผึ้งป่า',
  ref: 'ABCDEFGHJKMNPQRSTVWX',
};
const long: SlipPicture = {
  transRef: 'W'.repeat(25),
  amountText: '฿9,999,999,999.99',
  paidAtText: 'Wednesday, 30 September 2026 at 12:00:00 Indochina Time, Bangkok',
  payerName: 'W'.repeat(100),
  payerAccountMask: 'xxx-x-x6789-x',
  paidTo: 'บริษัทเดอะแกรนด์สยามอินเตอร์เนชั่นแนลเทรดดิ้งแอนด์เซอร์วิสจำกัด & <b>'.repeat(2),
  ref: 'W'.repeat(20),
};

describe.each([
  ['with short texts', short],
  ['with texts that are too long', long],
])('slip %s', (_name, slip) => {
  test('contains exactly one QR code, of its transfer', async () => {
    const png = await renderSlipPicture(slip);
    const texts = await scanQrCodes(await loadGreyPixels(png));
    expect(texts.map(parseSlip)).toEqual([
      { kind: 'bank', sendingBank: '999', transRef: slip.transRef },
    ]);
  });

  test('keeps each text within its part of the card', async () => {
    const { widthPx, heightPx, rgba } = await decodePicture(await renderSlipPicture(slip));
    expect([widthPx, heightPx]).toEqual([720, 1180]);
    const isWhite = (x: number, y: number) =>
      rgba.readUInt32BE((y * widthPx + x) * 4) === 0xff_ff_ff_ff;
    const stained: string[] = [];
    // The card's right edge, and the lines above its rules and below its last texts.
    for (let y = 270; y < 1070; y++) {
      for (let x = 652; x < 686; x++) if (!isWhite(x, y)) stained.push(`${x},${y}`);
    }
    for (const y of [408, 580, 735, 1080]) {
      for (let x = 60; x < 660; x++) if (!isWhite(x, y)) stained.push(`${x},${y}`);
    }
    expect(stained).toEqual([]);
  });
});

describe('slip', () => {
  test('shows each of its texts', async () => {
    const whole = await renderSlipPicture(short);
    for (const name of Object.keys(short) as (keyof SlipPicture)[]) {
      const other = await renderSlipPicture({ ...short, [name]: '7' });
      expect([name, other.equals(whole)]).toEqual([name, false]);
    }
  });

  test('is rejected for an invalid transaction id', async () => {
    await expect(renderSlipPicture({ ...short, transRef: 'A B' })).rejects.toThrow(
      new QrError('slip_fields'),
    );
  });
});

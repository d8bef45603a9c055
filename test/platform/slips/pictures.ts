import { encodeBillPayment } from '../../../src/kernel/rules/promptpay';
import { decodePicture } from '../../../src/platform/images/picture';
import { renderQrPng } from '../../../src/platform/images/qr-image';
import { sharp } from '../../../src/platform/images/sharp';
import { renderSlipPicture } from '../../../sandbox/bank/slips/slip-picture';

export const sandboxSlip = { kind: 'bank', sendingBank: '999', transRef: 'SBX2026010112000000042' };

export const paymentPayload = encodeBillPayment({
  billerId: '012345678901200',
  ref1: 'ABCDEFGHJKMNPQRSTVWX',
  amountSatang: 123_456,
});

/** A PNG of the slip of a sandbox transfer. */
export function drawSlip(transRef = sandboxSlip.transRef): Promise<Buffer> {
  return renderSlipPicture({
    transRef,
    amountText: '฿1,234.56',
    paidAtText: '1 ม.ค. 2569 12:00 น.',
    payerName: 'นายทดสอบ ระบบ',
    payerAccountMask: 'xxx-x-x6789-x',
    paidTo: 'ร้านน้ำผึ้งป่า',
    ref: 'ABCDEFGHJKMNPQRSTVWX',
  });
}

/** A PNG with the QR codes of these texts, from top to bottom. */
export async function drawCodes(...texts: readonly string[]): Promise<Buffer> {
  const sidePx = 300;
  const codes = await Promise.all(texts.map((text) => decodePicture(renderQrPng(text, sidePx))));
  const height = 60 + codes.length * (sidePx + 60);
  return sharp({ create: { width: 600, height, channels: 3, background: '#fafafa' } })
    .composite(
      codes.map(({ rgba, widthPx, heightPx }, index) => ({
        input: rgba,
        raw: { width: widthPx, height: heightPx, channels: 4 },
        left: 150,
        top: 60 + index * (sidePx + 60),
      })),
    )
    .png()
    .toBuffer();
}

import { inflateSync } from 'node:zlib';
import { startDashboard, type Dashboard, type Member } from '../../pages/dashboard/dashboard';
import { sessionCookies } from '../../../src/http/session-cookie';
import { loadGreyPixels } from '../../../src/platform/slips/grey-pixels';
import { scanQrCodes } from '../../../src/platform/slips/scan-qr-codes';
import { renderSignPdf, signSizes } from '../../../src/links/pages/sign/sign-pdf';
import { testLink } from '../../support/payment-links';

let dashboard: Dashboard;
let viewer: Member;
beforeAll(async () => {
  dashboard = await startDashboard();
  viewer = await dashboard.addMember('viewer');
});

const sign = {
  shopName: 'ร้านกาแฟ',
  title: 'ทิปพนักงาน',
  amount: 'ใส่จำนวนเงินเอง',
  hint: 'สแกนด้วยกล้องโทรศัพท์ แล้วกดชำระเงิน',
  url: 'https://pay.example/l/4t7w0z3c6f9j2m5q',
};

async function download(path: string): Promise<Buffer> {
  const { publicUrl } = dashboard.deps.config.http;
  const cookie = sessionCookies.merchant.write(viewer.token, publicUrl).split(';')[0] ?? '';
  const response = await fetch(`${dashboard.url}${path}`, { headers: { cookie } });
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

test('the picture has the code of the page', async () => {
  const amount = { minSatang: 100, maxSatang: 200_000_000 };
  const link = await testLink(dashboard.deps, dashboard.merchant, { amount });
  const png = await download(`/dashboard/links/${link.id}/sign.png?lang=th`);
  const [code = ''] = await scanQrCodes(await loadGreyPixels(png));
  expect(code).toMatch(new RegExp(`/l/${link.token}$`));
});

test.each(signSizes)('the sign of %s is one page of that size', async (size) => {
  const link = await testLink(dashboard.deps, dashboard.merchant);
  const pdf = await download(`/dashboard/links/${link.id}/sign.pdf?size=${size}`);
  expect(boxesOf(pdf)).toEqual([size === 'a6' ? [297.64, 419.53] : [595.28, 841.89]]);
});

test('texts of any length leave room for the code on one page', async () => {
  const long = { shopName: 'ร้าน'.repeat(15), title: 'กาแฟ'.repeat(20) };
  for (const size of signSizes) {
    const pdf = await renderSignPdf({ ...sign, ...long }, size, 'th');
    expect(boxesOf(pdf)).toHaveLength(1);
    const [, , , height] = matrixOfPicture(pdf);
    // 30 mm for a code that is scanned from a hand's distance.
    expect(height).toBeGreaterThan(85);
  }
});

/** The sizes of the pages. */
const boxesOf = (pdf: Buffer): number[][] =>
  [...pdf.toString('latin1').matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map((box) =>
    box.slice(1).map(Number),
  );

/** The scale of the picture: `a b c d` before `cm`, with the height negative in pdfkit. */
function matrixOfPicture(pdf: Buffer): number[] {
  const text = pdf.toString('latin1');
  for (const { index } of text.matchAll(/stream\r?\n/g)) {
    const from = index + (/^stream\r?\n/.exec(text.slice(index))?.[0].length ?? 0);
    const page = unpacked(pdf.subarray(from, text.indexOf('endstream', from)));
    const found = /([\d.-]+) 0 0 ([\d.-]+) [\d.-]+ [\d.-]+ cm\n\/I1 Do/.exec(page);
    if (found !== null) return [Number(found[1]), 0, 0, Math.abs(Number(found[2]))];
  }
  return [];
}

function unpacked(bytes: Buffer): string {
  try {
    return inflateSync(bytes).toString('latin1');
  } catch {
    // Another kind of stream.
    return '';
  }
}

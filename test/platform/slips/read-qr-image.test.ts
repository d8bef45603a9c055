import { renderQrPng, renderQrSvg } from '../../../src/platform/images/qr-image';
import { sharp } from '../../../src/platform/images/sharp';
import { readQrImage } from '../../../src/platform/slips/read-qr-image';
import { drawCodes, paymentPayload } from './pictures';

const svg = (sizePx = 300) => renderQrSvg(paymentPayload, sizePx);

describe('a picture of a QR code', () => {
  it.each<[string, () => Buffer | Promise<Buffer>]>([
    ['a PNG', () => renderQrPng(paymentPayload, 300)],
    ['a JPEG', () => sharp(renderQrPng(paymentPayload, 300)).jpeg().toBuffer()],
    ['an SVG', () => Buffer.from(svg())],
    ['an SVG of 60 pixels', () => Buffer.from(svg(60).replace(/width="60" height="60"/, ''))],
    ['an SVG with a head', () => Buffer.from(`<?xml version="1.0"?>\n<!DOCTYPE svg>\n${svg()}`)],
    [
      'an SVG without a margin',
      () => Buffer.from(svg().replace(/viewBox="[^"]+"/, 'viewBox="24 24 252 252"')),
    ],
    [
      'an SVG with the code in a corner',
      () =>
        Buffer.from(
          `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 900">${svg(240)}</svg>`,
        ),
    ],
  ])('is read as %s', async (_, draw) => {
    expect(await readQrImage(await draw())).toEqual([paymentPayload]);
  });

  it('may have several codes', async () => {
    const texts = await readQrImage(await drawCodes('one', 'two'));
    expect(texts.toSorted()).toEqual(['one', 'two']);
  });

  it('without a code has no text', async () => {
    const empty = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
    expect(await readQrImage(Buffer.from(empty))).toEqual([]);
  });

  it.each(['', 'text', '<svg', '<svg xmlns="http://www.w3.org/2000/svg">', '\x89PNG\r\n'])(
    'is rejected when it is %j',
    async (text) => {
      await expect(readQrImage(Buffer.from(text, 'latin1'))).rejects.toThrow();
    },
  );

  it('is rejected when it uses entities of its document type', async () => {
    const text = svg().replace('<path', '&code;<path');
    const head = '<!DOCTYPE svg [<!ENTITY code "<rect/>">]>';
    await expect(readQrImage(Buffer.from(`${head}${text}`))).rejects.toThrow();
  });

  it('leaves SVG rejected for other callers, after failures and concurrent calls', async () => {
    const good = Array.from({ length: 5 }, () => readQrImage(Buffer.from(svg())));
    const results = await Promise.allSettled([...good, readQrImage(Buffer.from('<svg'))]);
    expect(results.map(({ status }) => status)).toEqual([
      ...good.map(() => 'fulfilled'),
      'rejected',
    ]);
    await expect(sharp(Buffer.from(svg())).metadata()).rejects.toThrow(/unsupported image format/);
  });
});

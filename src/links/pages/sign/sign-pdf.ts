import type { Language } from '../../../pages/kit/language';
import { renderQrPng } from '../../../platform/images/qr-image';
import {
  INK,
  LINE_HEIGHT,
  linesOf,
  renderPdf,
  SOFT,
  type Doc,
  type Style,
} from '../../../statements/pages/receipt/receipt-pdf';

export interface Sign {
  readonly shopName: string;
  readonly title: string;
  readonly amount: string;
  /** Tells what to scan the code with. */
  readonly hint: string;
  readonly url: string;
}

export const signSizes = ['a6', 'a4'] as const;
export type SignSize = (typeof signSizes)[number];

const QR_PX = 1_200;
/** In points, of A6: an A4 sign is twice as large. */
const MARGIN = 22;
const GAP = 8;
const A6_WIDTH = 297.64;

/** One page. Long texts make the code smaller. */
export const renderSignPdf = (sign: Sign, size: SignSize, language: Language): Promise<Buffer> =>
  renderPdf(
    {
      size: size.toUpperCase(),
      margin: 0,
      lang: language,
      info: { Title: sign.title, Author: sign.shopName },
    },
    (doc) => draw(doc, sign, doc.page.width / A6_WIDTH),
  );

function draw(doc: Doc, sign: Sign, scale: number): void {
  const width = doc.page.width - 2 * MARGIN * scale;
  const block = (text: string, font: Style['font'], size: number, colour: string) => {
    const style: Style = { font, size: size * scale, colour };
    return { style, lines: linesOf(doc, text, style, width) };
  };
  const above = [
    block(sign.shopName, 'strong', 18, INK),
    block(sign.title, 'regular', 13, INK),
    block(sign.amount, 'strong', 16, INK),
  ];
  const below = [block(sign.hint, 'strong', 11, INK), block(sign.url, 'regular', 9, SOFT)];
  const heightOf = (blocks: typeof above) =>
    blocks.reduce((sum, { style, lines }) => sum + lines.length * style.size * LINE_HEIGHT, 0);
  let y = MARGIN * scale;
  const write = ({ style, lines }: (typeof above)[number]) => {
    doc.font(style.font).fontSize(style.size).fillColor(style.colour);
    for (const line of lines) {
      const x = (doc.page.width - doc.widthOfString(line)) / 2;
      doc.text(line, x, y, { lineBreak: false });
      y += style.size * LINE_HEIGHT;
    }
  };
  above.forEach(write);
  const room = doc.page.height - y - heightOf(below) - (MARGIN + 2 * GAP) * scale;
  const side = Math.min(width, room);
  y += GAP * scale;
  const code = renderQrPng(sign.url, QR_PX);
  doc.image(code, (doc.page.width - side) / 2, y, { width: side, height: side });
  y += side + GAP * scale;
  below.forEach(write);
}

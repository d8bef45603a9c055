import { composePng, paint, roundedBox } from './picture';
import { renderText } from './text-image';

/** The reason why a QR code cannot be paid any more. */
export type CodeEnd = 'paid' | 'expired';

const ends: Readonly<Record<CodeEnd, { th: string; en: string; colour: string }>> = {
  paid: { th: 'ชำระเงินแล้ว', en: 'Paid', colour: '#05603a' },
  expired: { th: 'QR หมดอายุแล้ว', en: 'QR code expired', colour: '#475467' },
};

/** A square in place of a QR code: says in Thai and English why there is none. */
export async function renderEndedPng(end: CodeEnd, sizePx: number): Promise<Buffer> {
  const { th, en, colour } = ends[end];
  const framePx = Math.round(sizePx / 40);
  const innerPx = sizePx - 2 * framePx;
  const words = await renderText({
    lines: [
      [{ text: th, sizePx: Math.round(sizePx / 9), colour, bold: true }],
      [{ text: en, sizePx: Math.round(sizePx / 13), colour }],
    ],
    widthMaxPx: innerPx - 2 * framePx,
    heightMaxPx: innerPx - 2 * framePx,
    align: 'centre',
  });
  const box = (px: number, fill: string) =>
    paint(px, px, roundedBox(px, px, Math.round(px / 20)), fill);
  return composePng(sizePx, sizePx, '#ffffff', [
    { picture: box(sizePx, colour), leftPx: 0, topPx: 0 },
    { picture: box(innerPx, '#ffffff'), leftPx: framePx, topPx: framePx },
    {
      picture: words,
      leftPx: (sizePx - words.widthPx) / 2,
      topPx: (sizePx - words.heightPx) / 2,
    },
  ]);
}

/** As `renderEndedPng`, in a font of the viewer. */
export function renderEndedSvg(end: CodeEnd, sizePx: number): string {
  const { th, en, colour } = ends[end];
  const line = (y: number, px: number, weight: number, text: string) =>
    `<text x="200" y="${y}" font-size="${px}" font-weight="${weight}">${text}</text>`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${sizePx}" height="${sizePx}"` +
    ` viewBox="0 0 400 400"><path fill="#fff" d="M0 0h400v400H0z"/>` +
    `<rect x="5" y="5" width="390" height="390" rx="20" fill="none" stroke="${colour}"` +
    ` stroke-width="10"/><g fill="${colour}" text-anchor="middle"` +
    ` font-family="Sarabun, 'Noto Sans Thai', sans-serif">` +
    `${line(200, 44, 700, th)}${line(250, 30, 400, en)}</g></svg>`
  );
}

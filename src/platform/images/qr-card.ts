import { composePng, decodePicture, paint, roundedBox, type Layer, type Picture } from './picture';
import { renderQrPng } from './qr-image';
import { renderText, type TextRun } from './text-image';

/** Texts are rendered as given. */
export interface QrCard {
  /** The content of the QR code. */
  readonly payload: string;
  /** The payee. */
  readonly title: string;
  /** As "฿1,234.56". */
  readonly amountText: string;
  /** For the payer: the reference and the deadline. */
  readonly lines: readonly string[];
  readonly footer: string;
}

const WIDTH_PX = 900;
const HEIGHT_MIN_PX = 1300;
const MARGIN_PX = 60;
const TEXT_WIDTH_PX = WIDTH_PX - 2 * MARGIN_PX;
/** Includes the quiet zone. Our codes have 45 modules of 16 pixels each. */
const QR_PX = 720;

const INK = '#101828';
const QUIET_INK = '#475467';
const RULE = '#d0d5dd';
/** `--brand` of tokens.css. */
const ACCENT = '#123f7a';

/**
 * A PNG of 900 x 1300 pixels, higher for long texts, that a payer saves and opens in the banking
 * app. Throws as `renderQrPng` does.
 */
export async function renderQrCard(card: QrCard): Promise<Buffer> {
  const code = await decodePicture(renderQrPng(card.payload, QR_PX));
  const [title, amount, lines, footer] = await Promise.all([
    renderTexts([card.title], { sizePx: 44, colour: INK, bold: true }, 150),
    renderTexts([card.amountText], { sizePx: 84, colour: ACCENT, bold: true }, 110),
    renderTexts(card.lines, { sizePx: 34, colour: INK }, 300),
    renderTexts([card.footer], { sizePx: 27, colour: QUIET_INK }, 120),
  ]);
  const band = paint(WIDTH_PX, 20, () => -1, ACCENT);
  const rule = paint(TEXT_WIDTH_PX, 3, roundedBox(TEXT_WIDTH_PX, 3, 1.5), RULE);
  const layers: Layer[] = [{ picture: band, leftPx: 0, topPx: 0 }];
  let topPx = 20;
  for (const [gapPx, picture] of [
    [50, title],
    [36, amount],
    [10, code],
    [10, lines],
    [44, rule],
    [34, footer],
  ] as const) {
    layers.push({ picture, leftPx: (WIDTH_PX - picture.widthPx) / 2, topPx: topPx + gapPx });
    topPx += gapPx + picture.heightPx;
  }
  return composePng(WIDTH_PX, Math.max(HEIGHT_MIN_PX, topPx + 50), '#ffffff', layers);
}

function renderTexts(
  texts: readonly string[],
  style: Omit<TextRun, 'text'>,
  heightMaxPx: number,
): Promise<Picture> {
  const lines = texts.map((text) => [{ ...style, text }]);
  return renderText({ lines, widthMaxPx: TEXT_WIDTH_PX, heightMaxPx, align: 'centre' });
}

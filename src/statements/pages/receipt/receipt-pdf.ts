import { readFileSync } from 'node:fs';
import PDFDocument from 'pdfkit';
import type { Language } from '../../../pages/kit/language';
import type { Receipt } from './receipt';
import { receiptTexts } from './texts';

const fonts = {
  regular: '@expo-google-fonts/sarabun/400Regular/Sarabun_400Regular.ttf',
  strong: '@expo-google-fonts/sarabun/600SemiBold/Sarabun_600SemiBold.ttf',
} as const;
const files = new Map<string, Buffer>();

function fontFile(name: keyof typeof fonts): Buffer {
  const file = files.get(name) ?? readFileSync(require.resolve(fonts[name]));
  files.set(name, file);
  return file;
}

/** In points. */
const MARGIN = 40;
const NAME_WIDTH = 120;
const GAP = 10;
/** Of the font size: room for vowels and tone marks above and below each other. */
export const LINE_HEIGHT = 1.55;
export const INK = '#14211d';
export const SOFT = '#4d5c57';

/** One page of A5, or more for a receipt with long texts. */
export const renderReceiptPdf = (receipt: Receipt, language: Language): Promise<Buffer> =>
  renderPdf(
    {
      size: 'A5',
      margin: MARGIN,
      lang: language,
      info: { Title: receipt.title, Author: receipt.merchantName },
    },
    (doc) => draw(doc, receipt, language),
  );

type Options = NonNullable<ConstructorParameters<typeof PDFDocument>[0]>;

/** With the fonts of `Style`. */
export async function renderPdf(options: Options, write: (doc: Doc) => void): Promise<Buffer> {
  const doc = new PDFDocument(options);
  const parts: Buffer[] = [];
  const ended = new Promise<void>((resolve, reject) => {
    doc.on('data', (part: Buffer) => parts.push(part));
    doc.on('end', resolve);
    doc.on('error', reject);
  });
  for (const name of ['regular', 'strong'] as const) doc.registerFont(name, fontFile(name));
  write(doc);
  doc.end();
  await ended;
  return Buffer.concat(parts);
}

export type Doc = InstanceType<typeof PDFDocument>;

function draw(doc: Doc, receipt: Receipt, language: Language): void {
  const width = doc.page.width - 2 * MARGIN;
  const valueWidth = width - NAME_WIDTH - GAP;
  let y = MARGIN;
  const write = (text: string, style: Style, x = MARGIN, widthMax = width): number =>
    writeLines(doc, text, style, { x, y, width: widthMax });
  const rule = () => {
    doc
      .moveTo(MARGIN, y)
      .lineTo(MARGIN + width, y)
      .lineWidth(0.5)
      .stroke('#c5d0cb');
    y += GAP;
  };

  y += write(receipt.merchantName, { font: 'strong', size: 13, colour: INK });
  y += write(receipt.title, { font: 'regular', size: 11, colour: SOFT });
  if (receipt.sandbox !== null) {
    y += write(receipt.sandbox, { font: 'strong', size: 10, colour: '#8a4b00' });
  }
  y += GAP;
  y += write(receiptTexts[language].amount, { font: 'regular', size: 10, colour: SOFT });
  y += write(receipt.amount, { font: 'strong', size: 24, colour: INK });
  y += GAP;
  rule();
  for (const [name, value] of receipt.rows) {
    const size = 10;
    const lines = linesOf(doc, value, { font: 'regular', size, colour: INK }, valueWidth).length;
    if (y + lines * size * LINE_HEIGHT > doc.page.height - MARGIN) {
      doc.addPage();
      y = MARGIN;
    }
    const left = write(name, { font: 'regular', size, colour: SOFT }, MARGIN, NAME_WIDTH);
    const x = MARGIN + NAME_WIDTH + GAP;
    y += Math.max(left, write(value, { font: 'regular', size, colour: INK }, x, valueWidth)) + 3;
  }
  y += GAP;
  rule();
  write(receipt.notice, { font: 'regular', size: 9, colour: SOFT });
}

export interface Style {
  readonly font: keyof typeof fonts;
  readonly size: number;
  readonly colour: string;
}

/** Returns the height. */
function writeLines(
  doc: Doc,
  text: string,
  style: Style,
  { x, y, width }: { readonly x: number; readonly y: number; readonly width: number },
): number {
  const height = style.size * LINE_HEIGHT;
  const lines = linesOf(doc, text, style, width);
  doc.fillColor(style.colour);
  lines.forEach((line, n) => doc.text(line, x, y + n * height, { lineBreak: false }));
  return lines.length * height;
}

const words = new Intl.Segmenter('th', { granularity: 'word' });
const letters = new Intl.Segmenter('th', { granularity: 'grapheme' });

/**
 * Thai has no spaces between words, and a break must not part a letter from its marks: lines end
 * between words, and within a word that is longer than a line between its letters.
 */
export function linesOf(doc: Doc, text: string, style: Style, width: number): readonly string[] {
  doc.font(style.font).fontSize(style.size);
  const fits = (line: string) => doc.widthOfString(line) <= width;
  const plain = text.replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, ' ');
  const lines: string[] = [];
  let line = '';
  for (const { segment } of words.segment(plain)) {
    const isLong = !fits(segment.trim());
    for (const part of isLong
      ? [...letters.segment(segment)].map((one) => one.segment)
      : [segment]) {
      if (line === '' || fits((line + part).trimEnd())) {
        line += part;
      } else {
        lines.push(line.trim());
        line = part;
      }
    }
  }
  return [...lines, line.trim()].filter((each) => each !== '');
}

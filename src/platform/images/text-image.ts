import type { Picture } from './picture';
import { sharp } from './sharp';

export interface TextRun {
  /** Rendered as given, on one line if it fits. */
  readonly text: string;
  readonly sizePx: number;
  /** "#rrggbb" */
  readonly colour: string;
  readonly bold?: boolean;
}

export interface TextBlock {
  /** A line that is too long wraps between words; a word that is too long is split. */
  readonly lines: readonly (readonly TextRun[])[];
  /** Text that does not fit is scaled down. */
  readonly widthMaxPx: number;
  readonly heightMaxPx: number;
  readonly align?: 'left' | 'centre' | 'right';
}

const family = 'Sarabun';
const fontFiles = [
  require.resolve('@expo-google-fonts/sarabun/400Regular/Sarabun_400Regular.ttf'),
  require.resolve('@expo-google-fonts/sarabun/700Bold/Sarabun_700Bold.ttf'),
] as const;
const [regularFile] = fontFiles;

/** Tried before the picture is shrunk. */
const scales = [1, 0.9, 0.8, 0.7, 0.6];
/** Space for stacked vowels and tone marks. */
const LINE_GAP_PX = 5;
const NOTHING: Picture = { widthPx: 1, heightPx: 1, rgba: Buffer.alloc(4) };

let fonts: Promise<unknown> | null = null;
const words = new Intl.Segmenter('th', { granularity: 'word' });

/**
 * Thai and Latin on a transparent background, cropped to the ink. Blank text is one transparent
 * pixel.
 */
export async function renderText(block: TextBlock): Promise<Picture> {
  const shown = block.lines.flat().some(({ text }) => /[^\s\p{C}]/u.test(text));
  if (!shown) return NOTHING;
  // A text names one font file; loaded fonts stay available.
  fonts ??= Promise.all(fontFiles.map((file) => draw('.', file, block).raw().toBuffer()));
  await fonts;
  for (const scale of scales) {
    const picture = await fitted(draw(markup(block.lines, scale), regularFile, block));
    if (picture.heightPx <= block.heightMaxPx && picture.widthPx <= block.widthMaxPx) {
      return picture;
    }
  }
  const smallest = draw(markup(block.lines, scales.at(-1) ?? 1), regularFile, block);
  const { widthMaxPx, heightMaxPx } = block;
  return fitted(smallest.resize({ width: widthMaxPx, height: heightMaxPx, fit: 'inside' }));
}

function draw(text: string, fontfile: string, { widthMaxPx, align = 'left' }: TextBlock) {
  return sharp({
    text: {
      text,
      font: family,
      fontfile,
      rgba: true,
      width: widthMaxPx,
      wrap: 'word-char',
      align,
      spacing: LINE_GAP_PX,
    },
  });
}

async function fitted(drawing: ReturnType<typeof draw>): Promise<Picture> {
  const { data, info } = await drawing.raw().toBuffer({ resolveWithObject: true });
  return { widthPx: info.width, heightPx: info.height, rgba: data };
}

/** Pango markup. */
function markup(lines: TextBlock['lines'], scale: number): string {
  const span = ({ text, sizePx, colour, bold = false }: TextRun) => {
    const font = `${family}${bold ? ' Bold' : ''} ${Math.round(sizePx * scale)}px`;
    // A hyphen at a line break would be read as a part of the reference.
    const style = `font_desc="${font}" foreground="${colour}" insert_hyphens="false"`;
    return `<span ${style}>${escape(breakable(text))}</span>`;
  };
  return lines.map((runs) => runs.map(span).join('')).join('\n');
}

/** Thai has no spaces between words: marks the positions where a line may break. */
function breakable(text: string): string {
  const plain = text.replace(/[\p{Cc}\p{Cs}]/gu, ' ');
  return plain.replace(/\p{Script=Thai}+/gu, (thai) =>
    [...words.segment(thai)].map(({ segment }) => segment).join('\u200b'),
  );
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

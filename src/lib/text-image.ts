import type { Picture } from './picture';
import { sharp } from './sharp';

export interface TextRun {
  /** Any text; it is shown as it is, on one line if it fits. */
  readonly text: string;
  readonly sizePx: number;
  /** "#rrggbb" */
  readonly colour: string;
  readonly bold?: boolean;
}

export interface TextBlock {
  /** A line is broken between words when it is too long, inside a word when that alone is. */
  readonly lines: readonly (readonly TextRun[])[];
  /** The picture is never larger than this: what does not fit becomes smaller. */
  readonly widthMaxPx: number;
  readonly heightMaxPx: number;
  /** Of the lines to each other. */
  readonly align?: 'left' | 'centre' | 'right';
}

const family = 'Sarabun';
const fontFiles = [
  require.resolve('@expo-google-fonts/sarabun/400Regular/Sarabun_400Regular.ttf'),
  require.resolve('@expo-google-fonts/sarabun/700Bold/Sarabun_700Bold.ttf'),
] as const;
const [regularFile] = fontFiles;

/** Sizes that are tried, as parts of the one that is wanted, before a picture is shrunk. */
const scales = [1, 0.9, 0.8, 0.7, 0.6];
/** Room for vowels and tone marks that stand on top of each other. */
const LINE_GAP_PX = 5;
const NOTHING: Picture = { widthPx: 1, heightPx: 1, rgba: Buffer.alloc(4) };

let fonts: Promise<unknown> | null = null;
const words = new Intl.Segmenter('th', { granularity: 'word' });

/** Thai and Latin text on nothing, cut at the outermost ink. Blank text is one clear pixel. */
export async function renderText(block: TextBlock): Promise<Picture> {
  const shown = block.lines.flat().some(({ text }) => /[^\s\p{C}]/u.test(text));
  if (!shown) return NOTHING;
  // One text can name one file, but those that are loaded stay.
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

/** Pango's markup, of which no character of the text is a part. */
function markup(lines: TextBlock['lines'], scale: number): string {
  const span = ({ text, sizePx, colour, bold = false }: TextRun) => {
    const font = `${family}${bold ? ' Bold' : ''} ${Math.round(sizePx * scale)}px`;
    // A hyphen where a reference is broken would look like a part of it.
    const style = `font_desc="${font}" foreground="${colour}" insert_hyphens="false"`;
    return `<span ${style}>${escape(breakable(text))}</span>`;
  };
  return lines.map((runs) => runs.map(span).join('')).join('\n');
}

/** Thai is written without spaces, so the places where a line may end have to be marked. */
function breakable(text: string): string {
  const plain = text.replace(/[\p{Cc}\p{Cs}]/gu, ' ');
  return plain.replace(/\p{Script=Thai}+/gu, (thai) =>
    [...words.segment(thai)].map(({ segment }) => segment).join('\u200b'),
  );
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

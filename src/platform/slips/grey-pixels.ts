import { sharp } from '../images/sharp';
import { imageTypeOf } from './image-type';

/** The scanner's input: one byte per pixel, row by row, 0 is black. */
export interface GreyPixels {
  readonly width: number;
  readonly height: number;
  readonly grey: Uint8Array;
}

/** Checked against the header before decoding: a picture of 109 KB can decode to gigabytes. */
const PIXELS_MAX = 25_000_000;
/** Larger than phone screenshots. The time of a scan grows with the number of pixels. */
const WIDTH_MAX = 1600;
const HEIGHT_MAX = 2800;
/** Pixels; more than the height of a slip's QR code, so one part contains the whole code. */
const OVERLAP = 900;
/**
 * Each part is scanned: a picture of 3 KB, 10 pixels wide and a million high, would have 526 parts
 * and keep other slips waiting for seconds.
 */
const PARTS_MAX = 16;
const LENGTH_MAX = HEIGHT_MAX + (PARTS_MAX - 1) * (HEIGHT_MAX - OVERLAP);
const DECODE_WITHIN_S = 5;

/**
 * Decodes a JPEG, PNG, WebP or the first page of a GIF, rotated upright, over a white or black
 * background, scaled down to the maximum width. Splits a long screenshot into parts, top first.
 * Decodes an incomplete picture as far as possible. Rejects if it cannot decode the picture, and
 * one of more than 16 parts.
 */
export async function loadGreyParts(
  bytes: Buffer,
  ground: '#fff' | '#000' = '#fff',
): Promise<readonly GreyPixels[]> {
  if (imageTypeOf(bytes) === null) throw new Error('not a JPEG, PNG, WebP or GIF');
  const { data, info } = await sharp(bytes, {
    limitInputPixels: PIXELS_MAX,
    failOn: 'none',
    page: 0,
    pages: 1,
  })
    .timeout({ seconds: DECODE_WITHIN_S })
    .autoOrient()
    .resize({ width: WIDTH_MAX, withoutEnlargement: true })
    .flatten({ background: ground })
    .toColourspace('b-w')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  return partsOf({ width: info.width, height: info.height, grey: data });
}

function partsOf({ width, height, grey }: GreyPixels): readonly GreyPixels[] {
  if (height > LENGTH_MAX) throw new Error(`over ${LENGTH_MAX} pixels high`);
  const parts: GreyPixels[] = [];
  for (let top = 0; ; top += HEIGHT_MAX - OVERLAP) {
    const bottom = Math.min(top + HEIGHT_MAX, height);
    parts.push({ width, height: bottom - top, grey: grey.slice(top * width, bottom * width) });
    if (bottom === height) return parts;
  }
}

export const hasTransparency = async (bytes: Buffer): Promise<boolean> =>
  (await sharp(bytes, { limitInputPixels: PIXELS_MAX }).metadata()).hasAlpha === true;

/** The first part: for a picture that is no long screenshot. Rejects as `loadGreyParts` does. */
export async function loadGreyPixels(bytes: Buffer): Promise<GreyPixels> {
  const [first] = await loadGreyParts(bytes);
  if (first === undefined) throw new Error('an empty picture');
  return first;
}

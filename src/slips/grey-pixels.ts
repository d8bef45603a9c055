import { sharp } from '../lib/sharp';
import { imageTypeOf } from './image-type';

/** The scanner's input: one byte per pixel, row by row, 0 is black. */
export interface GreyPixels {
  readonly width: number;
  readonly height: number;
  readonly grey: Uint8Array;
}

/** A picture of 109 KB can decode to gigabytes; the header is checked first. */
const PIXELS_MAX = 25_000_000;
/** Larger than phone screenshots. The time of a scan grows with the number of pixels. */
const WIDTH_MAX = 1600;
const HEIGHT_MAX = 2800;
const DECODE_WITHIN_S = 5;

/**
 * Decodes a JPEG, PNG, WebP or the first page of a GIF: upright, on white, scaled down to the
 * maximum size. Rejects with the reason when the picture is incomplete.
 */
export async function loadGreyPixels(bytes: Buffer): Promise<GreyPixels> {
  if (imageTypeOf(bytes) === null) throw new Error('not a JPEG, PNG, WebP or GIF');
  const { data, info } = await sharp(bytes, {
    limitInputPixels: PIXELS_MAX,
    failOn: 'error',
    page: 0,
    pages: 1,
  })
    .timeout({ seconds: DECODE_WITHIN_S })
    .autoOrient()
    .resize({ width: WIDTH_MAX, height: HEIGHT_MAX, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .toColourspace('b-w')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, grey: data };
}

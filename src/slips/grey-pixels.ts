import { sharp } from '../lib/sharp';
import { imageTypeOf } from './image-type';

/** A picture as a scanner wants it: one byte a pixel, row by row, 0 is black. */
export interface GreyPixels {
  readonly width: number;
  readonly height: number;
  readonly grey: Uint8Array;
}

/** A picture of 109 KB can unfold to gigabytes: its header tells, before a pixel is decoded. */
const PIXELS_MAX = 25_000_000;
/** Larger than what phones make of their screens; a scan takes as long as there are pixels. */
const WIDTH_MAX = 1600;
const HEIGHT_MAX = 2800;
const DECODE_WITHIN_S = 5;

/**
 * Decodes a JPEG, PNG, WebP or GIF, of which only the first page: upright, on white, and smaller
 * if it is too large. Rejects with an Error that says why when there is no whole picture in it.
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

import { imageTypeOf } from '../slips/image-type';
import { sharp } from './sharp';

/** Sides of the square that the picture fits into: 96 CSS pixels on a dense screen. */
const LOGO_SIDE_PX = 192;
/** Of the upload. */
export const LOGO_BYTES_MAX = 2 * 1024 * 1024;
/** Checked against the header before decoding. */
const PIXELS_MAX = 16_000_000;
const DRAW_WITHIN_S = 5;

/**
 * Draws a PNG, JPEG or WebP anew as a PNG of at most 256 colours, so that nothing of the file
 * remains but its pixels. Its first picture, upright, scaled down, and less than 40 kB. Null for
 * another type, an incomplete picture and one of more than 16 million pixels.
 */
export async function drawLogo(bytes: Buffer): Promise<Buffer | null> {
  const type = imageTypeOf(bytes);
  if (type === null || type === 'gif') return null;
  try {
    return await sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'truncated', pages: 1 })
      .timeout({ seconds: DRAW_WITHIN_S })
      .autoOrient()
      .resize({
        width: LOGO_SIDE_PX,
        height: LOGO_SIDE_PX,
        fit: 'inside',
        withoutEnlargement: true,
      })
      .toColourspace('srgb')
      .png({ palette: true, colours: 256, compressionLevel: 9 })
      .toBuffer();
  } catch {
    // The library's errors have no classes: it rejects what it cannot decode in time.
    return null;
  }
}

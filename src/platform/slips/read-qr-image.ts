import { isThaiQrOf } from '../../kernel/rules/promptpay';
import { sharp } from '../images/sharp';
import { loadGreyPixels, type GreyPixels } from './grey-pixels';
import { imageTypeOf } from './image-type';
import { scanQrCodes } from './scan-qr-codes';

/** Pixels: enough for a code within a poster, few enough to scan in milliseconds. */
const SIDE_PX = 800;
/** White margin around the picture: scanners need it, and an SVG may have none. */
const QUIET_PX = 40;
const DECODE_WITHIN_S = 5;
const svgLoader = { operation: ['VipsForeignLoadSvgBuffer'] };

/**
 * Texts of the QR codes in a provider's image: an SVG, or a format that slips may have. Blocks the
 * thread for some milliseconds. Rejects when the image is unreadable. The caller limits its size
 * and passes only images of trusted providers, because no other function decodes SVG.
 */
export async function readQrImage(bytes: Buffer): Promise<string[]> {
  const isSvg = imageTypeOf(bytes) === null;
  return scanQrCodes(await (isSvg ? loadSvg(bytes) : loadGreyPixels(bytes)), 'clean');
}

/** The Thai QR code of this amount in a provider's image; null without one. Never rejects. */
export async function readThaiQr(bytes: Buffer, amountSatang: number): Promise<string | null> {
  const texts = await readQrImage(bytes).catch(() => []);
  return texts.find((text) => isThaiQrOf(text, amountSatang)) ?? null;
}

let loading = 0;

/**
 * The process can decode SVG only while one is loaded. Slips are never SVG: their type is checked.
 */
async function loadSvg(bytes: Buffer): Promise<GreyPixels> {
  // Drops everything before the element: a document type could define entities.
  const start = bytes.indexOf('<svg');
  if (start < 0) throw new Error('not an SVG, JPEG, PNG, WebP or GIF');
  if (loading++ === 0) sharp.unblock(svgLoader);
  try {
    const { data, info } = await sharp(bytes.subarray(start))
      .timeout({ seconds: DECODE_WITHIN_S })
      .resize({ width: SIDE_PX, height: SIDE_PX, fit: 'inside' })
      .flatten({ background: '#fff' })
      .extend({
        top: QUIET_PX,
        bottom: QUIET_PX,
        left: QUIET_PX,
        right: QUIET_PX,
        background: '#fff',
      })
      .toColourspace('b-w')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    return { width: info.width, height: info.height, grey: data };
  } finally {
    if (--loading === 0) sharp.block(svgLoader);
  }
}

import { parsePayload } from '../domain/promptpay';
import { parseSlip } from '../domain/slip';
import type { Slip } from '../domain/slip';
import { QrError } from '../domain/tlv';
import { loadGreyPixels } from './grey-pixels';
import type { GreyPixels } from './grey-pixels';

/** What an image is. None of these proves that money moved. */
export type SlipReading =
  | { readonly kind: 'parsed'; readonly slip: Slip }
  | { readonly kind: 'qr_not_found' }
  /** There are QR codes, none of them a slip's or a payment's. */
  | { readonly kind: 'qr_invalid' }
  /** The payer sent the QR code that was to be paid instead of the slip. */
  | { readonly kind: 'wrong_qr' }
  /** Not a picture, not a whole one, or one that cannot be dealt with. */
  | { readonly kind: 'unreadable'; readonly reason: string };

export type ScanOutcome =
  | { readonly kind: 'scanned'; readonly texts: readonly string[] }
  | { readonly kind: 'given_up'; readonly reason: string };

/** Finds the texts of a picture's QR codes. Rejects only for reasons outside of the picture. */
export type Scan = (pixels: GreyPixels) => Promise<ScanOutcome>;

/** Reads an image that a stranger sent. Rejects when `scan` does and for nothing in the image. */
export async function readSlipImage(bytes: Buffer, scan: Scan): Promise<SlipReading> {
  let pixels: GreyPixels;
  try {
    pixels = await loadGreyPixels(bytes);
  } catch (error) {
    return { kind: 'unreadable', reason: error instanceof Error ? error.message : String(error) };
  }
  const outcome = await scan(pixels);
  if (outcome.kind === 'given_up') return { kind: 'unreadable', reason: outcome.reason };
  return judge(outcome.texts);
}

/** A slip may carry an advertisement's code beside its own, so each is tried. */
function judge(texts: readonly string[]): SlipReading {
  for (const text of texts) {
    const slip = readOrNull(parseSlip, text);
    if (slip !== null) return { kind: 'parsed', slip };
  }
  if (texts.some((text) => readOrNull(parsePayload, text) !== null)) return { kind: 'wrong_qr' };
  return { kind: texts.length === 0 ? 'qr_not_found' : 'qr_invalid' };
}

function readOrNull<T>(parse: (text: string) => T, text: string): T | null {
  try {
    return parse(text);
  } catch (error) {
    if (error instanceof QrError) return null;
    throw error;
  }
}

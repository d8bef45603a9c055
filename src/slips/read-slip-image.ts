import { parsePayload } from '../domain/promptpay';
import { parseSlip } from '../domain/slip';
import type { Slip } from '../domain/slip';
import { QrError } from '../domain/tlv';
import { loadGreyPixels } from './grey-pixels';
import type { GreyPixels } from './grey-pixels';

/** The content of an image. None of these proves that money moved. */
export type SlipReading =
  | { readonly kind: 'parsed'; readonly slip: Slip }
  | { readonly kind: 'qr_not_found' }
  /** Its QR codes are neither a slip's nor a payment's. */
  | { readonly kind: 'qr_invalid' }
  /** The payment's own QR code, sent in place of the slip. */
  | { readonly kind: 'wrong_qr' }
  /** Not a picture, incomplete, or not processable. */
  | { readonly kind: 'unreadable'; readonly reason: string };

export type ScanOutcome =
  | { readonly kind: 'scanned'; readonly texts: readonly string[] }
  | { readonly kind: 'given_up'; readonly reason: string };

/** Decodes the QR codes of a picture. Rejects only for reasons outside of the picture. */
export type Scan = (pixels: GreyPixels) => Promise<ScanOutcome>;

/** Reads an untrusted image. Rejects only when `scan` does. */
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

/** A slip may show an advertisement's QR code too, so each code is tried. */
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

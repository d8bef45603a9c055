import { parseSlip, type Slip } from '../../orders/deposit/rules/slip';
import { QrError } from '../../kernel/rules/tlv';
import { hasTransparency, loadGreyParts, type GreyPixels } from './grey-pixels';

/** None of these proves that money moved. */
export type SlipReading =
  /** Each slip is of a different transfer. */
  | { readonly kind: 'parsed'; readonly slips: readonly [Slip, ...Slip[]] }
  | { readonly kind: 'qr_not_found' }
  /** Its QR codes are neither a slip's nor a payment's. */
  | { readonly kind: 'qr_invalid' }
  /** A QR code for paying, of this or another order or shop, sent instead of the slip. */
  | { readonly kind: 'wrong_qr' }
  /** Not a picture, incomplete, or not processable. */
  | { readonly kind: 'unreadable'; readonly reason: string };

export type ScanOutcome =
  | { readonly kind: 'scanned'; readonly texts: readonly string[] }
  | { readonly kind: 'given_up'; readonly reason: string };

/** Rejects only for reasons that are not in the picture. */
export type Scan = (pixels: GreyPixels) => Promise<ScanOutcome>;

/** Accepts untrusted images. Rejects only when `scan` does. */
export async function readSlipImage(bytes: Buffer, scan: Scan): Promise<SlipReading> {
  const onWhite = await scanOn(bytes, '#fff', scan);
  if (onWhite.kind === 'given_up') return { kind: 'unreadable', reason: onWhite.reason };
  if (onWhite.texts.length > 0) return judge(onWhite.texts);
  // White modules on a transparent background, as in a screenshot of a dark theme.
  const isTransparent = await hasTransparency(bytes).catch(() => false);
  const onBlack = isTransparent ? await scanOn(bytes, '#000', scan) : onWhite;
  return judge(onBlack.kind === 'scanned' ? onBlack.texts : []);
}

async function scanOn(bytes: Buffer, ground: '#fff' | '#000', scan: Scan): Promise<ScanOutcome> {
  let parts: readonly GreyPixels[];
  try {
    parts = await loadGreyParts(bytes, ground);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { kind: 'given_up', reason };
  }
  const texts = new Set<string>();
  for (const part of parts) {
    const outcome = await scan(part);
    if (outcome.kind === 'given_up') return outcome;
    for (const text of outcome.texts) texts.add(text);
  }
  return { kind: 'scanned', texts: [...texts] };
}

/** A slip may also show an advertisement's QR code, so each code is tried. */
function judge(texts: readonly string[]): SlipReading {
  const slips = new Map<string, Slip>();
  for (const text of texts) {
    const slip = readOrNull(parseSlip, text);
    if (slip !== null) slips.set(JSON.stringify(slip), slip);
  }
  const [first, ...others] = slips.values();
  if (first !== undefined) return { kind: 'parsed', slips: [first, ...others] };
  if (texts.some(isPaymentCode)) return { kind: 'wrong_qr' };
  return { kind: texts.length === 0 ? 'qr_not_found' : 'qr_invalid' };
}

/** Every EMV payment code begins with its format indicator. */
const isPaymentCode = (text: string): boolean => text.startsWith('000201');

function readOrNull<T>(parse: (text: string) => T, text: string): T | null {
  try {
    return parse(text);
  } catch (error) {
    if (error instanceof QrError) return null;
    throw error;
  }
}

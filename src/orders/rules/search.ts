import { readBaht } from '../../kernel/rules/money';

/** One interpretation of a search term. */
export type Meaning =
  | { readonly by: 'id'; readonly ids: readonly string[] }
  | { readonly by: 'qrCode'; readonly qrCodeId: string }
  /** Carried by a payment's QR code through the banks. */
  | { readonly by: 'ref'; readonly ref: string }
  /** A prefix of a merchant's reference, case-insensitive. */
  | { readonly by: 'reference'; readonly prefix: string }
  /** The bank's transaction id: as typed, and in the cases in which most banks write theirs. */
  | { readonly by: 'transfer'; readonly transactionIds: readonly string[] }
  /** The customer's name at the merchant, case-insensitive. */
  | { readonly by: 'customer'; readonly name: string }
  | { readonly by: 'amount'; readonly amountSatang: number }
  | { readonly by: 'metadata'; readonly key: string; readonly value: string };

const REFERENCE_LENGTH_MAX = 35;
const CUSTOMER_LENGTH_MAX = 100;
const TRANSACTION_ID_LENGTH_MAX = 64;

/**
 * Empty when there is none. An id has one interpretation. A reference can have any form, so every
 * term that is short enough is also searched as a reference.
 */
export function meaningsOf(typed: string): readonly Meaning[] {
  const text = typed.normalize('NFC').trim();
  return exactMeanings(text) ?? looseMeanings(text);
}

function exactMeanings(text: string): readonly Meaning[] | null {
  const [, prefix, rest] = /^(pay|re|txn|qr)_([0-9a-z]{1,64})$/.exec(text) ?? [];
  if (prefix === 'qr') return [{ by: 'qrCode', qrCodeId: text }];
  // A transaction is its order with another prefix.
  if (prefix === 'txn') return [{ by: 'id', ids: [`pay_${rest}`, `re_${rest}`] }];
  if (prefix !== undefined) return [{ by: 'id', ids: [text] }];
  const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
  return isUuid ? [{ by: 'id', ids: [text.toLowerCase()] }] : null;
}

function looseMeanings(text: string): readonly Meaning[] {
  if (text === '') return [];
  const meanings: Meaning[] = [];
  if (Array.from(text).length <= REFERENCE_LENGTH_MAX) {
    meanings.push({ by: 'reference', prefix: text });
  }
  if (!/\s/.test(text) && text.length <= TRANSACTION_ID_LENGTH_MAX) {
    const transactionIds = [...new Set([text, text.toUpperCase(), text.toLowerCase()])];
    meanings.push({ by: 'transfer', transactionIds });
  }
  if (Array.from(text).length <= CUSTOMER_LENGTH_MAX) meanings.push({ by: 'customer', name: text });
  if (/^[0-9A-Z]{20}$/i.test(text)) meanings.push({ by: 'ref', ref: text.toUpperCase() });
  const amountSatang = readBaht(text);
  if (amountSatang !== null) meanings.push({ by: 'amount', amountSatang });
  const [, key, value] = /^([^:=]+)[:=](.+)$/s.exec(text) ?? [];
  if (key !== undefined && value !== undefined) {
    meanings.push({ by: 'metadata', key: key.trim(), value: value.trim() });
  }
  return meanings;
}

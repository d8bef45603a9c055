import { maskAccount } from '../../kernel/rules/banks';
import { readBaht } from '../../kernel/rules/money';
import { plainDigits } from '../../kernel/rules/thai-text';

/** One interpretation of a search term. */
export type Meaning =
  | { readonly by: 'id'; readonly ids: readonly string[] }
  | { readonly by: 'qrCode'; readonly qrCodeId: string }
  /** Carried by a payment's QR code through the banks. */
  | { readonly by: 'ref'; readonly ref: string }
  /** A prefix of a merchant's reference, case-insensitive. */
  | { readonly by: 'reference'; readonly prefix: string }
  /** The bank's transaction id, case-insensitive. */
  | { readonly by: 'transfer'; readonly transactionId: string }
  /** The customer's name at the merchant, case-insensitive. */
  | { readonly by: 'customer'; readonly name: string }
  /** The masked number of the account that paid. */
  | { readonly by: 'payer'; readonly accountMask: string }
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
    meanings.push({ by: 'transfer', transactionId: text });
  }
  if (Array.from(text).length <= CUSTOMER_LENGTH_MAX) meanings.push({ by: 'customer', name: text });
  const accountMask = accountMaskOf(text);
  if (accountMask !== null) meanings.push({ by: 'payer', accountMask });
  if (/^[0-9A-Z]{20}$/i.test(text)) meanings.push({ by: 'ref', ref: text.toUpperCase() });
  const amountSatang = readBaht(text);
  if (amountSatang !== null) meanings.push({ by: 'amount', amountSatang });
  const [, key, value] = /^([^:=]+)[:=](.+)$/s.exec(text) ?? [];
  if (key !== undefined && value !== undefined) {
    meanings.push({ by: 'metadata', key: key.trim(), value: value.trim() });
  }
  return meanings;
}

/** From an account number, its mask, or the four digits that the mask shows; else null. */
function accountMaskOf(text: string): string | null {
  const cells = plainDigits(text).replace(/[\s\p{Dash_Punctuation}]/gu, '');
  if (/^\d{4}$/.test(cells)) return maskAccount(`${cells}0`);
  return /^[\dx•*]*\d{4}[\dx•*]$/i.test(cells) && cells.length >= 9 && cells.length <= 15
    ? maskAccount(cells.replace(/[^\d]/g, '0'))
    : null;
}

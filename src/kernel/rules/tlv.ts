/**
 * The TLV format of payment QR codes and bank slips: fields of a two-digit id, a two-digit length
 * and a value. The last field is a checksum of everything before its value. Safe for hostile input:
 * one pass, and every error is a QrError.
 */
const TEXT_LENGTH_MIN = 12;
const TEXT_LENGTH_MAX = 512;

export type QrErrorCode =
  | 'size' // the text is shorter or longer than any payload
  | 'charset' // a control character or a lone surrogate
  | 'crc_missing'
  | 'crc_mismatch'
  | 'tlv_header' // an id or a length that is not two digits, or a length of zero
  | 'tlv_truncated' // a value shorter than its length says
  | 'tlv_duplicate'
  | 'not_a_payment'
  | 'aid' // an unknown Thai application id
  | 'currency'
  | 'country'
  | 'amount'
  | 'biller_id'
  | 'ref1'
  | 'ref2'
  | 'ref3'
  | 'merchant_name'
  | 'proxy'
  | 'not_a_slip'
  | 'slip_fields';

/** For a payload that cannot be encoded or parsed. The message does not contain the text. */
export class QrError extends Error {
  constructor(readonly code: QrErrorCode) {
    super(`not a valid QR payload: ${code}`);
    this.name = 'QrError';
  }
}

export type Fields = ReadonlyMap<string, string>;

/** Throws a QrError with the code when the value is missing or malformed. */
export function demand(value: string | undefined, form: RegExp, code: QrErrorCode): string {
  if (value === undefined || !form.test(value)) throw new QrError(code);
  return value;
}

/** The length counts characters, as in EMVCo's sample. */
export function writeField(id: string, value: string): string {
  if (value.length < 1 || value.length > 99) throw new RangeError(`field ${id} does not fit`);
  return `${id}${String(value.length).padStart(2, '0')}${value}`;
}

/** In order. The last field must end at the end of the text. */
export function readFields(text: string): Fields {
  const fields = new Map<string, string>();
  for (let start = 0; start < text.length;) {
    const header = demand(text.slice(start, start + 4), /^\d\d(?!00)\d\d$/, 'tlv_header');
    const id = header.slice(0, 2);
    const end = start + 4 + Number(header.slice(2));
    if (end > text.length) throw new QrError('tlv_truncated');
    if (fields.has(id)) throw new QrError('tlv_duplicate');
    fields.set(id, text.slice(start + 4, end));
    start = end;
  }
  return fields;
}

/** 63 on payment QR codes, 91 on slips. */
type CrcId = '63' | '91';

/** Appends the checksum field. */
export function seal(text: string, crcId: CrcId): string {
  const sealed = `${text}${crcId}04`;
  return sealed + crc16(sealed).toString(16).toUpperCase().padStart(4, '0');
}

/**
 * Verifies the checksum and returns the other fields. `crcDigitsMin` allows for banks that drop the
 * leading zeros of a slip's checksum. Case is ignored.
 */
export function readSealed(text: string, crcId: CrcId, crcDigitsMin = 4): Fields {
  if (text.length < TEXT_LENGTH_MIN || text.length > TEXT_LENGTH_MAX) throw new QrError('size');
  if (/[\p{Cc}\p{Cs}]/u.test(text)) throw new QrError('charset');
  const tail = new RegExp(`${crcId}04([0-9A-F]{${crcDigitsMin},4})$`, 'i').exec(text);
  if (tail === null) throw new QrError('crc_missing');
  const [, digits = ''] = tail;
  if (Number.parseInt(digits, 16) !== crc16(text.slice(0, tail.index + 4))) {
    throw new QrError('crc_mismatch');
  }
  const fields = readFields(text.slice(0, tail.index));
  if (fields.has(crcId)) throw new QrError('tlv_duplicate');
  return fields;
}

/** CRC-16/CCITT-FALSE over the UTF-8 bytes of the text: "123456789" is 0x29B1. */
export function crc16(text: string): number {
  let crc = 0xffff;
  for (const character of text) {
    for (const byte of utf8(character.codePointAt(0) ?? 0)) {
      crc ^= byte << 8;
      for (let bit = 0; bit < 8; bit++) {
        crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : crc << 1;
      }
    }
  }
  return crc;
}

/** The domain also runs in workflows, which have neither Buffer nor node:util. */
function utf8(point: number): number[] {
  const tail = (shift: number) => 0x80 | ((point >> shift) & 0x3f);
  if (point < 0x80) return [point];
  if (point < 0x800) return [0xc0 | (point >> 6), tail(0)];
  if (point < 0x10000) return [0xe0 | (point >> 12), tail(6), tail(0)];
  return [0xf0 | (point >> 18), tail(12), tail(6), tail(0)];
}

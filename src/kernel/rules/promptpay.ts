import { formatBaht } from './money';
import {
  demand,
  QrError,
  readFields,
  readSealed,
  seal,
  writeField,
  type Fields,
  type QrErrorCode,
} from './tlv';

/** Thai QR (PromptPay) payloads: the text of the QR code that a banking app scans. */
const BAHT = '764';
const THAILAND = 'TH';

/** Application ids of the Thai registry. The encoder writes the first of each kind. */
const THAI_APPLICATIONS = 'A000000677';
const billPaymentAids = ['A000000677010112', 'A000000677012006'] as const;
const creditTransferAids = ['A000000677010111', 'A000000677010114'] as const;

const billerIdForm = /^\d{15}$/;
const refForm = /^[A-Z0-9]{1,20}$/;
/** Labels of other issuers contain lower case and punctuation. */
const ref3ReadForm = /^[ -~]{1,25}$/;
/** The characters of a QR code's dense alphanumeric mode. */
const merchantNameForm = /^[0-9A-Z $%*+\-./:]{1,25}$/;

/** Types of receivers of a credit transfer. */
const proxies = [
  { type: 'MSISDN', id: '01', form: /^0066\d{9}$/ },
  { type: 'NATID', id: '02', form: /^\d{13}$/ },
  { type: 'EWALLETID', id: '03', form: /^\d{15}$/ },
  { type: 'BANKACC', id: '04', form: /^\d{4,43}$/ },
] as const;
export type ProxyType = (typeof proxies)[number]['type'];

/** `12` is for one payment, `11` for many. Banking apps do not enforce it. */
export type PointOfInitiation = '11' | '12';

interface Terms {
  /** At most 10 digits of baht. Without it the payer enters the amount. */
  readonly amountSatang?: number;
  /** By default `12` with an amount, `11` without. */
  readonly pointOfInitiation?: PointOfInitiation;
}

export interface BillPayment extends Terms {
  /** 15 digits: a tax id and a suffix of two. */
  readonly billerId: string;
  /** References are 1 to 20 characters `[A-Z0-9]`. The bank reports them with the payment. */
  readonly ref1: string;
  readonly ref2?: string;
  readonly ref3?: string;
  /** 1 to 25 upper-case letters, digits and ` $%*+-./:`. */
  readonly merchantName?: string;
}

export interface CreditTransfer extends Terms {
  readonly proxyType: ProxyType;
  /** A mobile number as `0812345678`, an id of 13 or 15 digits, or a bank code and an account. */
  readonly proxy: string;
}

interface ReadTerms {
  /** Null for an unknown value. */
  readonly pointOfInitiation: PointOfInitiation | null;
  /** Null when the payer enters the amount, or the currency is not baht. */
  readonly amountSatang: number | null;
  /** ISO 4217 number (`764`) and ISO 3166 code (`TH`). */
  readonly currency: string | null;
  readonly country: string | null;
}

type Receiver =
  | {
      readonly kind: 'bill_payment';
      readonly billerId: string;
      readonly ref1: string;
      readonly ref2: string | null;
      readonly ref3: string | null;
    }
  | { readonly kind: 'credit_transfer'; readonly proxyType: ProxyType; readonly proxy: string }
  | { readonly kind: 'other' };

export type ParsedQr = ReadTerms & Receiver;

/** Fields are in ascending order. Throws QrError that names the invalid input. */
export function encodeBillPayment(input: BillPayment): string {
  const template =
    writeField('00', billPaymentAids[0]) +
    writeField('01', demand(input.billerId, billerIdForm, 'biller_id')) +
    writeField('02', demand(input.ref1, refForm, 'ref1')) +
    writeOptional('03', input.ref2, refForm, 'ref2');
  const label = writeOptional('07', input.ref3, refForm, 'ref3');
  const rest =
    writeOptional('59', input.merchantName, merchantNameForm, 'merchant_name') +
    (label === '' ? '' : writeField('62', label));
  return encode(input, writeField('30', template), rest);
}

/** A credit transfer has no reference. Throws QrError that names the invalid input. */
export function encodeCreditTransfer(input: CreditTransfer): string {
  const named = proxies.find(({ type }) => type === input.proxyType);
  if (named === undefined) throw new QrError('proxy');
  const proxy = named.type === 'MSISDN' ? input.proxy.replace(/^0/, '0066') : input.proxy;
  const template =
    writeField('00', creditTransferAids[0]) +
    writeField(named.id, demand(proxy, named.form, 'proxy'));
  return encode(input, writeField('29', template), '');
}

/** Accepts the fields in any order. Throws only QrError. */
export function parsePayload(text: string): ParsedQr {
  const fields = readSealed(text, '63');
  if (!text.startsWith('000201')) throw new QrError('not_a_payment');
  const receiver = readReceiver(fields);
  const initiation = fields.get('01');
  const currency = fields.get('53') ?? null;
  const country = fields.get('58') ?? null;
  if (receiver.kind !== 'other' && currency !== BAHT) throw new QrError('currency');
  if (receiver.kind !== 'other' && country !== THAILAND) throw new QrError('country');
  return {
    ...receiver,
    pointOfInitiation: initiation === '11' || initiation === '12' ? initiation : null,
    amountSatang: currency === BAHT ? readAmount(fields.get('54')) : null,
    currency,
    country,
  };
}

/** Exactly this amount, with a correct checksum. */
export function isThaiQrOf(text: string, amountSatang: number): boolean {
  try {
    const qr = parsePayload(text);
    return qr.kind !== 'other' && qr.amountSatang === amountSatang;
  } catch (error) {
    if (error instanceof QrError) return false;
    throw error;
  }
}

/**
 * True when a payer who scans the code pays the amount, and for a payment QR code that names no
 * amount in baht, which only its provider can read.
 */
export function isQrOfAmount(text: string, amountSatang: number): boolean {
  try {
    const amount = parsePayload(text).amountSatang;
    return amount === null || amount === amountSatang;
  } catch (error) {
    if (error instanceof QrError) return false;
    throw error;
  }
}

function encode({ amountSatang, pointOfInitiation }: Terms, account: string, rest: string): string {
  const amount = amountSatang === undefined ? '' : writeField('54', writeAmount(amountSatang));
  const initiation = pointOfInitiation ?? (amount === '' ? '11' : '12');
  const head = writeField('00', '01') + writeField('01', initiation) + account;
  return seal(head + writeField('53', BAHT) + amount + writeField('58', THAILAND) + rest, '63');
}

function writeOptional(id: string, value: string | undefined, form: RegExp, code: QrErrorCode) {
  return value === undefined ? '' : writeField(id, demand(value, form, code));
}

function writeAmount(satang: number): string {
  if (!Number.isSafeInteger(satang) || satang <= 0) throw new QrError('amount');
  return demand(formatBaht(satang), /^.{1,13}$/, 'amount');
}

function readReceiver(fields: Fields): Receiver {
  const bill = readThaiAccount(fields.get('30'), billPaymentAids);
  if (bill !== null) {
    const labels = readFields(fields.get('62') ?? '');
    return {
      kind: 'bill_payment',
      billerId: demand(bill.get('01'), billerIdForm, 'biller_id'),
      ref1: demand(bill.get('02'), refForm, 'ref1'),
      ref2: bill.has('03') ? demand(bill.get('03'), refForm, 'ref2') : null,
      ref3: labels.has('07') ? demand(labels.get('07'), ref3ReadForm, 'ref3') : null,
    };
  }
  const transfer = readThaiAccount(fields.get('29'), creditTransferAids);
  if (transfer === null) return { kind: 'other' };
  const named = proxies.find(({ id }) => transfer.has(id));
  if (named === undefined) throw new QrError('proxy');
  const proxy = demand(transfer.get(named.id), named.form, 'proxy');
  return {
    kind: 'credit_transfer',
    proxyType: named.type,
    proxy: named.type === 'MSISDN' ? proxy.replace(/^0066/, '0') : proxy,
  };
}

/** Null without an account, or for another country's scheme. */
function readThaiAccount(template: string | undefined, aids: readonly string[]): Fields | null {
  const account = readFields(template ?? '');
  const aid = account.get('00');
  if (aid === undefined || !aid.startsWith(THAI_APPLICATIONS)) return null;
  if (!aids.includes(aid)) throw new QrError('aid');
  return account;
}

/** Positive, in baht, with up to two decimals and 13 characters. */
function readAmount(text: string | undefined): number | null {
  if (text === undefined) return null;
  const amount = demand(text, /^(?=.{1,13}$)\d+(?:\.\d{0,2})?$/, 'amount');
  const [whole = '', fraction = ''] = amount.split('.');
  const satang = Number(whole + fraction.padEnd(2, '0'));
  if (satang === 0) throw new QrError('amount');
  return satang;
}

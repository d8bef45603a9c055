import { parsePayload } from '../../../src/domain/promptpay';
import type { ParsedQr } from '../../../src/domain/promptpay';
import { QrError } from '../../../src/domain/tlv';
import type { QrErrorCode } from '../../../src/domain/tlv';
import type { PaymentPurpose } from '../book/entry';
import { Refusal } from '../refusal';

/** What a customer is asked to pay. */
export interface Bill {
  /** The QR code's first reference. */
  readonly orderId: string;
  readonly purpose: PaymentPurpose;
  readonly amountSatang: number;
}

/** The second reference in the QR code of a deposit. */
const depositRef2 = 'DEPOSIT';

const damaged: readonly QrErrorCode[] = ['crc_missing', 'crc_mismatch'];
const foreign: readonly QrErrorCode[] = ['currency', 'country', 'aid'];

/**
 * Reads a QR code as a bank's app does before it shows a "pay" button: checksum, bill payment, a
 * biller that this bank knows, Thai baht and an amount. Throws a 422 Refusal that says what is
 * wrong.
 */
export function readBill(qrData: string, billerId: string): Bill {
  const qr = parse(qrData);
  if (qr.kind !== 'bill_payment') {
    throw new Refusal(422, 'qr_not_a_bill', 'This QR code is not a Thai bill payment (tag 30).');
  }
  if (qr.billerId !== billerId) {
    throw new Refusal(
      422,
      'qr_unknown_biller',
      'This bank does not know the biller of the QR code.',
    );
  }
  if (qr.amountSatang === null) {
    throw new Refusal(422, 'qr_without_amount', 'This QR code does not say an amount.');
  }
  const purpose = qr.ref2 === depositRef2 ? 'deposit' : 'payment';
  return { orderId: qr.ref1, purpose, amountSatang: qr.amountSatang };
}

function parse(qrData: string): ParsedQr {
  try {
    return parsePayload(qrData);
  } catch (error) {
    if (!(error instanceof QrError)) throw error;
    throw refusalFor(error.code);
  }
}

function refusalFor(code: QrErrorCode): Refusal {
  if (damaged.includes(code)) {
    return new Refusal(422, 'qr_damaged', `The checksum of the QR code is wrong (${code}).`);
  }
  if (foreign.includes(code)) {
    return new Refusal(422, 'qr_not_thai', `Only Thai QR codes in baht can be paid (${code}).`);
  }
  return new Refusal(422, 'qr_malformed', `This is not the text of a payment QR code (${code}).`);
}

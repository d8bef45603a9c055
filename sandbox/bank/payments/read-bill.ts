import { definitionOf, incomingKinds, type IncomingKind } from '../../../src/orders/rules/kinds';
import { parsePayload, type ParsedQr } from '../../../src/kernel/rules/promptpay';
import { QrError, type QrErrorCode } from '../../../src/kernel/rules/tlv';
import { ApiError } from '../../web/api-error';

/** The content of a QR code. */
export interface Bill {
  /** Reference 1. */
  readonly orderId: string;
  readonly purpose: IncomingKind;
  readonly amountSatang: number;
}

const damaged: readonly QrErrorCode[] = ['crc_missing', 'crc_mismatch'];
const foreign: readonly QrErrorCode[] = ['currency', 'country', 'aid'];

/**
 * Reads a QR code as a banking app does: it must have a valid checksum, be a bill payment (tag 30)
 * for `billerId`, in baht, with an amount. Throws a 422 ApiError.
 */
export function readBill(qrData: string, billerId: string): Bill {
  const qr = parse(qrData);
  if (qr.kind !== 'bill_payment') {
    throw new ApiError(422, 'qr_not_a_bill', 'The QR code is not a Thai bill payment (tag 30).');
  }
  if (qr.billerId !== billerId) {
    throw new ApiError(422, 'qr_unknown_biller', 'The biller of the QR code is unknown.');
  }
  if (qr.amountSatang === null) {
    throw new ApiError(422, 'qr_without_amount', 'The QR code has no amount.');
  }
  const purpose = incomingKinds.find((kind) => definitionOf(kind).ref2 === qr.ref2) ?? 'payment';
  return { orderId: qr.ref1, purpose, amountSatang: qr.amountSatang };
}

function parse(qrData: string): ParsedQr {
  try {
    return parsePayload(qrData);
  } catch (error) {
    if (!(error instanceof QrError)) throw error;
    throw qrError(error.code);
  }
}

function qrError(code: QrErrorCode): ApiError {
  if (damaged.includes(code)) {
    return new ApiError(422, 'qr_damaged', `The checksum of the QR code is wrong (${code}).`);
  }
  if (foreign.includes(code)) {
    return new ApiError(422, 'qr_not_thai', `Only Thai QR codes in baht can be paid (${code}).`);
  }
  return new ApiError(422, 'qr_malformed', `The text is not a payment QR code (${code}).`);
}

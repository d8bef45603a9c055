import { demand, QrError, readFields, readSealed } from './tlv';
import type { Fields } from './tlv';

/**
 * What the small QR code on a transfer slip says. It names the transfer and holds no amount,
 * receiver or proof: anyone can print one.
 */
export type Slip =
  | {
      readonly kind: 'bank';
      /** Three digits, as in banks' account numbers: `014`. */
      readonly sendingBank: string;
      /** The sending bank's id of the transfer: 1 to 25 printable characters, no spaces. */
      readonly transRef: string;
    }
  | {
      readonly kind: 'truemoney';
      readonly eventType: string;
      readonly transactionId: string;
      /** As it is written: DDMMYYYY. */
      readonly date: string;
    };

const idForm = /^[!-~]{1,25}$/;

/** Reads the text of a slip's QR code. Throws QrError and nothing else. */
export function parseSlip(text: string): Slip {
  const fields = readSealed(text, '91', 1);
  const transfer = readFields(fields.get('00') ?? '');
  if (transfer.get('00') === '01' && transfer.get('01') === '01') return readTrueMoney(transfer);
  if (transfer.get('00') !== '000001' || fields.get('51') !== 'TH') throw new QrError('not_a_slip');
  return {
    kind: 'bank',
    sendingBank: demand(transfer.get('01'), /^\d{3}$/, 'slip_fields'),
    transRef: demand(transfer.get('02'), idForm, 'slip_fields'),
  };
}

function readTrueMoney(transfer: Fields): Slip {
  return {
    kind: 'truemoney',
    eventType: demand(transfer.get('02'), idForm, 'slip_fields'),
    transactionId: demand(transfer.get('03'), /^[!-~]{1,50}$/, 'slip_fields'),
    date: demand(transfer.get('04'), /^\d{8}$/, 'slip_fields'),
  };
}

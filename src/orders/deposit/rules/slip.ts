import {
  demand,
  QrError,
  readFields,
  readSealed,
  seal,
  writeField,
  type Fields,
} from '../../../kernel/rules/tlv';

interface BankTransfer {
  /** The bank's three-digit code: `014`. */
  readonly sendingBank: string;
  /** The sending bank's id of the transfer: 1 to 25 printable characters, no spaces. */
  readonly transRef: string;
}

/**
 * In the QR code of a transfer slip. It identifies the transfer, contains no amount or receiver,
 * and proves nothing: anyone can print one.
 */
export type Slip =
  | ({ readonly kind: 'bank' } & BankTransfer)
  | {
      readonly kind: 'truemoney';
      readonly eventType: string;
      readonly transactionId: string;
      /** DDMMYYYY. */
      readonly date: string;
    };

const bankForm = /^\d{3}$/;
const idForm = /^[!-~]{1,25}$/;

/** For a bank slip. Throws QrError for invalid input. */
export function encodeSlip({ sendingBank, transRef }: BankTransfer): string {
  const transfer =
    writeField('00', '000001') +
    writeField('01', demand(sendingBank, bankForm, 'slip_fields')) +
    writeField('02', demand(transRef, idForm, 'slip_fields'));
  return seal(writeField('00', transfer) + writeField('51', 'TH'), '91');
}

/** Throws only QrError. */
export function parseSlip(text: string): Slip {
  const fields = readSealed(text, '91', 1);
  const transfer = readFields(fields.get('00') ?? '');
  if (transfer.get('00') === '01' && transfer.get('01') === '01') return readTrueMoney(transfer);
  if (transfer.get('00') !== '000001' || fields.get('51') !== 'TH') throw new QrError('not_a_slip');
  return {
    kind: 'bank',
    sendingBank: demand(transfer.get('01'), bankForm, 'slip_fields'),
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

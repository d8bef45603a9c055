import { seal, writeField } from '../../domain/tlv';
import { renderQrPng } from '../../lib/qr-image';
import { SANDBOX_BANK_CODE } from './bank-code';

export interface SlipPicture {
  readonly transRef: string;
  readonly amountText: string;
  readonly paidAtText: string;
  readonly payerName: string;
  readonly payerAccountMask: string;
  readonly paidTo: string;
  readonly ref: string;
}

const sizePx = 300;

/** The picture of a transfer slip, a PNG. */
export function renderSlipPicture({ transRef }: SlipPicture): Promise<Buffer> {
  return Promise.resolve(renderQrPng(slipPayload(transRef), sizePx));
}

function slipPayload(transRef: string): string {
  const transfer =
    writeField('00', '000001') + writeField('01', SANDBOX_BANK_CODE) + writeField('02', transRef);
  return seal(writeField('00', transfer) + writeField('51', 'TH'), '91');
}

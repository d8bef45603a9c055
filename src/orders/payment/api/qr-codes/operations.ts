import { createQrCode, findCreatedQrCode } from '../../create-qr-code';
import { bahtToSatang } from '../../../../kernel/rules/money';
import { createOperation } from '../../../../http/create-operation';
import { exampleQrCode, exampleRequest } from './example';
import { presentQrCode } from './present';
import { qrCode, qrCodeRequest } from './schema';

export const qrCodeOperations = [
  createOperation({
    name: 'createQrCode',
    summary: 'Create a QR code and its pending payment',
    family: 'qr',
    path: '/Thai/v1/qr-codes',
    permission: 'payments:write',
    opensOrder: true,
    body: qrCodeRequest,
    success: { status: 200, schema: qrCode, example: exampleQrCode },
    example: { body: exampleRequest },
    links: [
      { to: 'readQrCodeImage', params: { id: '/qr_code_id' } },
      { to: 'readPayment', params: { id: '/payment_id' } },
      { to: 'expirePayment', params: { id: '/payment_id' } },
      { to: 'paymentCallback', body: { orderId: '/payment_id' } },
    ],
    errors: [
      'invalid_amount',
      'amount_out_of_range',
      'invalid_currency',
      'invalid_reference',
      'invalid_expiry',
      'invalid_metadata',
      'invalid_url',
      'qr_code_refused',
      'provider_unavailable',
    ],
    create: (deps, { caller, body, claim }) =>
      createQrCode(
        deps,
        caller,
        {
          amountSatang: bahtToSatang(body.amount),
          reference: body.reference,
          expiryMinutes: body.expiry_minutes,
          metadata: body.metadata,
          description: body.description,
          returnUrl: body.return_url,
          client: {
            name: body.client_name,
            bankName: body.client_bank_name,
            bankAccount: body.client_bank_account,
          },
        },
        claim,
      ),
    find: findCreatedQrCode,
    present: (created, deps) => presentQrCode(created, deps.config.http.publicUrl),
  }),
];

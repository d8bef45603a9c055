import { createHash } from 'node:crypto';
import { createQrCode, findCreatedQrCode } from '../../create-qr-code';
import { findQrCode } from '../../find-qr-code';
import { Problem } from '../../../../kernel/rules/problem';
import { renderEndedPng, renderEndedSvg } from '../../../../platform/images/ended-image';
import { renderQrPng, renderQrSvg } from '../../../../platform/images/qr-image';
import { bahtToSatang } from '../../../../kernel/rules/money';
import { createOperation } from '../../../../http/create-operation';
import { operation } from '../../../../http/operation';
import { exampleQrCode, exampleRequest } from './example';
import { presentQrCode } from './present';
import { imageParams, imageQuery, qrCode, qrCodeRequest } from './schema';

/** Maximum cache lifetime of an image: the code can end before its expiry time. */
const IMAGE_KEPT_SECONDS_MAX = 300;
/** Cache lifetime after the end: money can still arrive. */
const END_KEPT_SECONDS = 60;

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

  operation({
    name: 'readQrCodeImage',
    summary:
      'Retrieve the QR code image. No authentication. Once the code cannot be paid any more, the ' +
      'image says `paid` or `expired`; 410 only for `Accept: application/json`',
    family: 'qr',
    method: 'GET',
    path: '/Thai/qr-codes/:id/image',
    auth: 'none',
    params: imageParams,
    query: imageQuery,
    success: { status: 200, contentTypes: ['image/png', 'image/svg+xml'], revalidates: true },
    example: { query: { format: 'svg', size: 400 } },
    errors: ['qr_code_not_found', 'qr_code_expired', 'rate_limit_exceeded'],
    async respond(deps, { params, query: { format, size }, drawCode, headers: { accept } }) {
      const nowMs = Date.now();
      const { payload, expiresAt, end } = await findQrCode(deps, params.id, nowMs);
      if (end !== null && /^application\/json\b/i.test(accept ?? '')) {
        throw new Problem('qr_code_expired');
      }
      const secondsLeft = Math.floor((expiresAt.getTime() - nowMs) / 1000);
      const keptMax =
        end === null ? Math.min(IMAGE_KEPT_SECONDS_MAX, secondsLeft) : END_KEPT_SECONDS;
      const name = `${format} ${size} ${end ?? payload}`;
      const seen = createHash('sha256').update(name).digest('base64url');
      const isPng = format === 'png';
      const render = () => {
        if (end !== null) return (isPng ? renderEndedPng : renderEndedSvg)(end, size);
        return (isPng ? renderQrPng : renderQrSvg)(payload, size);
      };
      return {
        status: 200,
        contentType: isPng ? 'image/png' : 'image/svg+xml; charset=utf-8',
        body: await drawCode(seen, render),
        headers: {
          ETag: `"${seen}"`,
          'Cache-Control': `public, max-age=${keptMax}`,
          Vary: 'Accept',
          'Content-Disposition': `inline; filename="${params.id}.${format}"`,
          'Cross-Origin-Resource-Policy': 'cross-origin',
        },
      };
    },
  }),
];

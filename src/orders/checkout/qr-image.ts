import { createHash } from 'node:crypto';
import { z } from 'zod';
import { id, wholeNumber } from '../../contract/fields';
import type { ApiDeps } from '../../http/api-deps';
import { operation } from '../../http/operation';
import { Problem } from '../../kernel/rules/problem';
import { languages, type Language } from '../../pages/kit/language';
import { renderEndedPng, renderEndedSvg } from '../../platform/images/ended-image';
import { renderQrCard } from '../../platform/images/qr-card';
import { renderQrPng, renderQrSvg } from '../../platform/images/qr-image';
import { findShop } from '../../business/find-business';
import { findHostedPayment } from '../payment/find-hosted-payment';
import { findQrCode } from '../payment/find-qr-code';
import { hasQr, type DepositView } from './deposit-view';
import { cardOf } from './qr-card-view';
import { texts } from './texts/texts';

/** Maximum cache lifetime of an image: the code can end before its expiry time. */
const IMAGE_KEPT_SECONDS_MAX = 300;
/** Cache lifetime after the end: money can still arrive. */
const END_KEPT_SECONDS = 60;

/** Of the page: three device pixels per CSS pixel. */
const PAGE_SIZE_PX = 864;

const imageQuery = z.object({
  format: z.enum(['png', 'svg']).default('png').describe('The format of the image.'),
  size: wholeNumber(200, 1000, 400).describe('Width and height in pixels.'),
  style: z
    .enum(['code', 'card'])
    .default('code')
    .meta({
      description:
        '`card`: a PNG of 900 x 1300 pixels or more, with amount, shop, recipient and deadline ' +
        'around the code. `format` and `size` do not apply.',
    }),
  lang: z.enum(languages).default('th').meta({ description: 'Of the texts of the card.' }),
});

export const qrImageOperation = operation({
  name: 'readQrCodeImage',
  summary:
    'Retrieve the QR code image. No authentication. Once the code cannot be paid any more, the ' +
    'image says `paid` or `expired`; 410 only for `Accept: application/json`',
  family: 'qr',
  method: 'GET',
  path: '/Thai/qr-codes/:id/image',
  auth: 'none',
  params: z.object({
    id: id('qr_', 'qr_code_not_found').describe('The `qr_code_id` of the code.'),
  }),
  query: imageQuery,
  success: { status: 200, contentTypes: ['image/png', 'image/svg+xml'], revalidates: true },
  example: { query: { format: 'svg', size: 400 } },
  errors: ['qr_code_not_found', 'qr_code_expired', 'rate_limit_exceeded'],
  async respond(deps, { params, query, drawCode, headers: { accept } }) {
    const nowMs = Date.now();
    const { payload, expiresAt, end } = await findQrCode(deps, params.id, nowMs);
    if (end !== null && /^application\/json\b/i.test(accept ?? '')) {
      throw new Problem('qr_code_expired');
    }
    const secondsLeft = Math.floor((expiresAt.getTime() - nowMs) / 1000);
    const keptMax = end === null ? Math.min(IMAGE_KEPT_SECONDS_MAX, secondsLeft) : END_KEPT_SECONDS;
    const isCard = query.style === 'card' && end === null;
    const format = isCard ? 'png' : query.format;
    const { name, render } = isCard
      ? await cardImage(deps, params.id, query.lang)
      : codeImage({ format, size: query.size, end, payload });
    const seen = createHash('sha256').update(name).digest('base64url');
    return {
      status: 200,
      contentType: format === 'png' ? 'image/png' : 'image/svg+xml; charset=utf-8',
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
});

interface Code {
  readonly format: 'png' | 'svg';
  readonly size: number;
  readonly end: Awaited<ReturnType<typeof findQrCode>>['end'];
  readonly payload: string;
}

function codeImage({ format, size, end, payload }: Code) {
  const isPng = format === 'png';
  return {
    name: `${format} ${size} ${end ?? payload}`,
    render: () => {
      if (end !== null) return (isPng ? renderEndedPng : renderEndedSvg)(end, size);
      return (isPng ? renderQrPng : renderQrSvg)(payload, size);
    },
  };
}

/**
 * The money may arrive between the page and its picture, so an ended code has a picture as well.
 * Throws Problem `qr_code_expired` for a payment without a code.
 */
export function pageImage({ deposit, state, nowMs }: DepositView) {
  const { payload } = deposit;
  if (payload === null) throw new Problem('qr_code_expired');
  const ended = state === 'paid' ? 'paid' : 'expired';
  const end = hasQr(deposit, state, nowMs) ? null : ended;
  return codeImage({ format: 'png', size: PAGE_SIZE_PX, end, payload });
}

/** The picture that the checkout offers to save. */
async function cardImage(deps: ApiDeps, qrCodeId: string, language: Language) {
  const deposit = await findHostedPayment(deps, qrCodeId);
  const shop = await findShop(deps, deposit.merchantId);
  const card = cardOf({ deposit, shop, language }, deposit.payload ?? '', texts[language]);
  return { name: JSON.stringify(card), render: () => renderQrCard(card) };
}

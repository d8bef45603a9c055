import { z } from 'zod';
import { id } from '../../../contract/fields';
import { linkUrl } from '../../../contract/link-url';
import type { ApiDeps } from '../../../http/api-deps';
import { operation, type Operation } from '../../../http/operation';
import { formatMoney } from '../../../kernel/rules/money';
import { pageQuery } from '../../../pages/dashboard/frame/page';
import { savedFile } from '../../../pages/kit/reply';
import { chooseLanguage, type Language } from '../../../pages/kit/language';
import type { MerchantSession } from '../../../people/sessions';
import { renderQrCard } from '../../../platform/images/qr-card';
import { findLink } from '../../find-link';
import { LINKS } from '../dashboard/list-view';
import { linkPageTexts } from '../dashboard/texts';
import { renderSignPdf, signSizes, type Sign } from './sign-pdf';

const params = z.object({ id: id('pl_', 'payment_link_not_found') });

async function signOf(
  deps: ApiDeps,
  { merchant }: Pick<MerchantSession, 'merchant'>,
  linkId: string,
  language: Language,
): Promise<Sign> {
  const link = await findLink(deps, merchant, linkId);
  const t = linkPageTexts[language];
  const { amount, title, token } = link;
  return {
    shopName: merchant.name,
    title,
    amount: typeof amount === 'number' ? formatMoney(amount) : t.anyAmount,
    hint: t.scan,
    url: linkUrl(deps.config.http.publicUrl, token),
  };
}

const facts = {
  family: 'dashboard',
  described: false,
  method: 'GET',
  auth: 'session',
  needs: 'viewer',
  params,
  draws: true,
  errors: ['payment_link_not_found'],
} as const;

export const signOperations: readonly Operation[] = [
  operation({
    ...facts,
    name: 'saveLinkSign',
    summary: 'A sign with the QR code of a payment link, as PDF',
    path: `${LINKS}/:id/sign.pdf`,
    query: pageQuery.extend({ size: z.enum(signSizes).catch('a6') }),
    success: { status: 200, contentTypes: ['application/pdf'] },
    async respond(deps, { caller, params: { id: linkId }, query, headers }) {
      const language = chooseLanguage(query.lang, headers);
      const sign = await signOf(deps, caller.session, linkId, language);
      const pdf = await renderSignPdf(sign, query.size, language);
      return savedFile(pdf, 'application/pdf', `sign-${query.size}-${linkId}.pdf`);
    },
  }),

  operation({
    ...facts,
    name: 'saveLinkPicture',
    summary: 'A sign with the QR code of a payment link, as a picture',
    path: `${LINKS}/:id/sign.png`,
    query: pageQuery,
    success: { status: 200, contentTypes: ['image/png'] },
    async respond(deps, { caller, params: { id: linkId }, query, headers }) {
      const language = chooseLanguage(query.lang, headers);
      const { url, shopName, title, amount, hint } = await signOf(
        deps,
        caller.session,
        linkId,
        language,
      );
      const lines = [title, hint];
      const card = { payload: url, title: shopName, amountText: amount, lines, footer: url };
      return savedFile(await renderQrCard(card), 'image/png', `sign-${linkId}.png`);
    },
  }),
];

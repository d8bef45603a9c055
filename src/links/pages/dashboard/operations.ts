import { z } from 'zod';
import { email, filled, id, says } from '../../../contract/fields';
import { linkUrl } from '../../../contract/link-url';
import type { ApiDeps } from '../../../http/api-deps';
import { cursor, writeCursor, type Position } from '../../../http/cursor';
import { QR_HIGHEST_SATANG, QR_LOWEST_SATANG, readQrAmount } from '../../../kernel/rules/money';
import { browsePayments } from '../../../orders/payment/find-payment';
import { actForm, page, pageQuery } from '../../../pages/dashboard/frame/page';
import type { Refusal, SignedInContext } from '../../../pages/dashboard/frame/screen';
import { nothing, orNull, readBy } from '../../../pages/kit/fields';
import { languages } from '../../../pages/kit/language';
import { seeOther } from '../../../pages/kit/reply';
import { findLink, listLinks } from '../../find-link';
import { listMonthlyMails } from '../../monthly-mails';
import { mayHaveLinks } from '../../may-have-links';
import { linkScreen, SUMMED_MAX } from './detail-view';
import { inOrder, notInOrder, readMonthDay, termFields, termsOf } from './fields';
import { LINKS, linksScreen } from './list-view';

const PER_PAGE = 25;
const params = z.object({ id: id('pl_', 'payment_link_not_found') });
const query = pageQuery.extend({ cursor: cursor.optional().catch(undefined) });
/** `mails`: the last monthly mail of the page before. */
const linkQuery = query.extend({ mails: id('mm_', 'invalid_request').optional().catch(undefined) });

const amountField = orNull(readBy(readQrAmount));
const newLink = z
  .object({ ...termFields, amount: amountField, min: amountField, max: amountField })
  .refine(({ amount, min, max }) => amount === null || (min ?? max) === null, {
    path: ['amount'],
    error: says('invalid_request').error,
  })
  .refine(({ min, max }) => (min ?? QR_LOWEST_SATANG) <= (max ?? QR_HIGHEST_SATANG), {
    path: ['max'],
    error: says('invalid_request').error,
  })
  .refine(inOrder, notInOrder);
const changedLink = z.object({ ...termFields, digest: filled(100) }).refine(inOrder, notInOrder);

async function listScreen(
  deps: ApiDeps,
  context: SignedInContext,
  after: Position | null,
  refusal: Refusal | null,
) {
  const { merchant } = context.session;
  const [{ items, hasMore }, isAllowed] = await Promise.all([
    listLinks(deps, merchant, { limit: PER_PAGE, offset: 0, after, areOwn: true }),
    mayHaveLinks(deps, merchant.id),
  ]);
  const last = items.at(-1);
  const next = hasMore && last !== undefined ? writeCursor(last) : null;
  const isFirst = after === null;
  return linksScreen(context, { items, isAllowed, isFirst, cursor: next }, refusal);
}

interface Shown {
  readonly after?: Position | null;
  readonly mailsAfter?: string | null;
  /** Of a change. */
  readonly refusal?: Refusal;
  /** Of a new monthly mail. */
  readonly monthlyRefusal?: Refusal;
}

async function detailScreen(
  deps: ApiDeps,
  context: SignedInContext,
  linkId: string,
  { after = null, mailsAfter = null, ...shownRefusals }: Shown,
) {
  const { merchant } = context.session;
  const link = await findLink(deps, merchant, linkId);
  const list = browsePayments(deps, merchant, { paymentLinkId: link.id });
  const [{ items, hasMore, last }, sums, monthly] = await Promise.all([
    list.read({ limit: PER_PAGE, after }),
    list.sum(SUMMED_MAX),
    link.monthlyMailId === null ? monthlyPage(deps, context, linkId, mailsAfter) : null,
  ]);
  const shown = {
    link,
    url: linkUrl(deps.config.http.publicUrl, link.token),
    payments: items,
    sums,
    monthly,
    isFirst: after === null,
    cursor: hasMore && last !== null ? writeCursor(last) : null,
  };
  return linkScreen(context, shown, shownRefusals);
}

async function monthlyPage(
  deps: ApiDeps,
  { session: { merchant } }: SignedInContext,
  linkId: string,
  after: string | null,
) {
  const slice = { limit: PER_PAGE + 1, after };
  const found = await listMonthlyMails(deps, merchant, linkId, slice);
  const items = found.slice(0, PER_PAGE);
  const last = found.length > PER_PAGE ? items.at(-1) : undefined;
  return { items, isFirst: after === null, cursor: last?.id ?? null };
}

export const linkPageOperations = [
  page({
    name: 'showLinks',
    summary: 'The payment links of the merchant',
    path: LINKS,
    query,
    render: (deps, context, { query: asked }) =>
      listScreen(deps, context, asked.cursor ?? null, null),
  }),

  actForm({
    act: 'payment_link',
    name: 'openLink',
    summary: 'Create a payment link',
    path: LINKS,
    creates: true,
    fields: newLink,
    errors: ['business_unverified', 'invalid_url', 'invalid_metadata'],
    input({ fields }, { session }) {
      const { amount, min, max } = fields;
      const bounds = { minSatang: min ?? QR_LOWEST_SATANG, maxSatang: max ?? QR_HIGHEST_SATANG };
      const merchantId = session.merchant.id;
      return { ...termsOf(fields), merchantId, amount: amount ?? bounds };
    },
    back: () => LINKS,
    done: (_deps, _context, link) => seeOther(`${LINKS}/${link.id}`, 'link_created'),
    onError: (deps, context, refusal) => listScreen(deps, context, null, refusal),
  }),

  page({
    name: 'showLink',
    summary: 'A payment link with its payments and sums',
    path: `${LINKS}/:id`,
    params,
    query: linkQuery,
    errors: ['payment_link_not_found'],
    render: (deps, context, { params: { id: linkId }, query: { cursor: after, mails } }) =>
      detailScreen(deps, context, linkId, { after: after ?? null, mailsAfter: mails ?? null }),
  }),

  actForm({
    act: 'payment_link_changed',
    name: 'changeLink',
    summary: 'Change the texts, the limit, the period and other terms of a payment link',
    path: `${LINKS}/:id`,
    params,
    fields: changedLink,
    errors: ['payment_link_not_found', 'state_conflict', 'invalid_url', 'invalid_metadata'],
    input: ({ params: { id: linkId }, fields }, { session }) => ({
      ...termsOf(fields),
      merchantId: session.merchant.id,
      linkId,
      digest: fields.digest,
    }),
    back: ({ id: linkId }) => `${LINKS}/${linkId}`,
    done: 'link_changed',
    onError: (deps, context, refusal, { id: linkId }) =>
      detailScreen(deps, context, linkId, { refusal }),
  }),

  actForm({
    act: 'payment_link_stopped',
    name: 'stopLink',
    summary: 'Stop a payment link for good',
    path: `${LINKS}/:id/stop`,
    params,
    fields: nothing,
    errors: ['payment_link_not_found'],
    input: ({ params: { id: linkId } }, { session }) => ({
      merchantId: session.merchant.id,
      linkId,
    }),
    back: ({ id: linkId }) => `${LINKS}/${linkId}`,
    done: 'link_stopped',
  }),

  actForm({
    act: 'monthly_mail',
    name: 'openMonthlyMail',
    summary: 'Mail a payment link to a payer each month',
    path: `${LINKS}/:id/monthly`,
    params,
    creates: true,
    fields: z.object({ email, day: readBy(readMonthDay), language: z.enum(languages) }),
    errors: ['payment_link_not_found', 'business_unverified', 'state_conflict', 'invalid_email'],
    input: ({ params: { id: linkId }, fields }, { session }) => ({
      ...fields,
      merchantId: session.merchant.id,
      linkId,
    }),
    back: ({ id: linkId }) => `${LINKS}/${linkId}`,
    done: 'monthly_mail_created',
    onError: (deps, context, monthlyRefusal, { id: linkId }) =>
      detailScreen(deps, context, linkId, { monthlyRefusal }),
  }),

  actForm({
    act: 'monthly_mail_stopped',
    name: 'stopMonthlyMailOnPage',
    summary: 'End a monthly mail for good',
    path: `${LINKS}/:id/monthly/:mail/stop`,
    params: params.extend({ mail: id('mm_', 'monthly_mail_not_found') }),
    fields: nothing,
    errors: ['monthly_mail_not_found'],
    input: ({ params: { mail } }, { session }) => ({
      merchantId: session.merchant.id,
      monthlyMailId: mail,
    }),
    back: ({ id: linkId }) => `${LINKS}/${linkId}`,
    done: 'monthly_mail_stopped',
  }),
];

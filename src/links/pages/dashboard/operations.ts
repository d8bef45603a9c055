import { z } from 'zod';
import { id, says, shown } from '../../../contract/fields';
import { linkUrl } from '../../../contract/link-url';
import type { ApiDeps } from '../../../http/api-deps';
import { cursor, writeCursor, type Position } from '../../../http/cursor';
import { bangkokDayEnd, bangkokDayStart, readDay } from '../../../kernel/rules/bangkok-day';
import { QR_HIGHEST_SATANG, QR_LOWEST_SATANG, readQrAmount } from '../../../kernel/rules/money';
import { browsePayments } from '../../../orders/payment/find-payment';
import { actForm, page, pageQuery } from '../../../pages/dashboard/frame/page';
import type { Refusal, SignedInContext } from '../../../pages/dashboard/frame/screen';
import { nothing, orNull, readBy } from '../../../pages/kit/fields';
import { seeOther } from '../../../pages/kit/reply';
import { DESCRIPTION_LENGTH_MAX, PAYMENTS_MAX, TITLE_LENGTH_MAX } from '../../rules/payment-link';
import { findLink, listLinks } from '../../find-link';
import { mayHaveLinks } from '../../may-have-links';
import { linkScreen, SUMMED_MAX } from './detail-view';
import { LINKS, linksScreen } from './list-view';

const PER_PAGE = 25;
const params = z.object({ id: id('pl_', 'payment_link_not_found') });
const query = pageQuery.extend({ cursor: cursor.optional().catch(undefined) });

const typed = <Value>(reader: (text: string) => Value | null) => orNull(readBy(reader));

const dayBy = (edge: (day: string) => Date) => (text: string) => {
  const day = readDay(text);
  return day === null ? null : edge(day);
};

function readCount(text: string): number | null {
  const count = /^\d{1,7}$/.test(text) ? Number(text) : 0;
  return count >= 1 && count <= PAYMENTS_MAX ? count : null;
}

const newLink = z
  .object({
    title: shown(TITLE_LENGTH_MAX),
    description: z
      .union([z.literal(''), shown(DESCRIPTION_LENGTH_MAX)])
      .default('')
      .transform((text) => (text === '' ? null : text)),
    amount: typed(readQrAmount),
    min: typed(readQrAmount),
    max: typed(readQrAmount),
    payments_max: typed(readCount),
    from: typed(dayBy(bangkokDayStart)),
    until: typed(dayBy(bangkokDayEnd)),
  })
  .refine(({ amount, min, max }) => amount === null || (min ?? max) === null, {
    path: ['amount'],
    error: says('invalid_request').error,
  })
  .refine(({ min, max }) => (min ?? QR_LOWEST_SATANG) <= (max ?? QR_HIGHEST_SATANG), {
    path: ['max'],
    error: says('invalid_request').error,
  })
  .refine(({ from, until }) => from === null || until === null || from < until, {
    path: ['until'],
    error: says('invalid_request').error,
  });

async function listScreen(
  deps: ApiDeps,
  context: SignedInContext,
  after: Position | null,
  refusal: Refusal | null,
) {
  const { merchant } = context.session;
  const [{ items, hasMore }, isAllowed] = await Promise.all([
    listLinks(deps, merchant, { limit: PER_PAGE, offset: 0, after }),
    mayHaveLinks(deps, merchant.id),
  ]);
  const last = items.at(-1);
  const next = hasMore && last !== undefined ? writeCursor(last) : null;
  const isFirst = after === null;
  return linksScreen(context, { items, isAllowed, isFirst, cursor: next }, refusal);
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
    errors: ['business_unverified'],
    input({ fields }, { session }) {
      const { amount, min, max, payments_max: paymentsMax, from, until, ...rest } = fields;
      return {
        ...rest,
        merchantId: session.merchant.id,
        amount: amount ?? {
          minSatang: min ?? QR_LOWEST_SATANG,
          maxSatang: max ?? QR_HIGHEST_SATANG,
        },
        paymentsMax,
        startsAt: from,
        endsAt: until,
        metadata: null,
      };
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
    query,
    errors: ['payment_link_not_found'],
    async render(deps, context, { params: { id: linkId }, query: asked }) {
      const { merchant } = context.session;
      const link = await findLink(deps, merchant, linkId);
      const list = browsePayments(deps, merchant, { paymentLinkId: link.id });
      const after = asked.cursor ?? null;
      const [{ items, hasMore, last }, sums] = await Promise.all([
        list.read({ limit: PER_PAGE, after }),
        list.sum(SUMMED_MAX),
      ]);
      return linkScreen(context, {
        link,
        url: linkUrl(deps.config.http.publicUrl, link.token),
        payments: items,
        sums,
        isFirst: after === null,
        cursor: hasMore && last !== null ? writeCursor(last) : null,
      });
    },
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
];

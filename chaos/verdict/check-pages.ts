import { groupBy } from '../group-by';
import type { Check, Finding } from './facts';
import { ownedMovements } from './movements';
import { contestOf, contestsOf, creditedIn } from './places';

/*
 * Payment links and checkouts. Who paid comes from the bank's book, limits and presses from the run
 * log. No rule of the gateway is used.
 */

/**
 * A link credits its limit and no more, and a renewed checkout one payment. Each payment beyond has
 * an open exception, or an operator has returned its money.
 */
export const placesAreKept: Check = (facts) => {
  const { orders, open, returned, links } = facts;
  const succeeded = new Set(orders.filter(({ status }) => status === 'succeeded'));
  const settled = new Set([
    ...open.map(({ about }) => about),
    ...returned.map((each) => each.orderId),
  ]);
  const counts = new Map(links.map((link) => [link.linkId, link.succeeded]));
  return contestsOf(ownedMovements(facts), facts).flatMap((contest) => {
    const { id, paid } = contest;
    const expected = creditedIn(contest).length;
    const seen = paid.filter((order) => succeeded.has(order)).length;
    const counted = counts.get(id) ?? seen;
    const forgotten = paid.filter((order) => !succeeded.has(order) && !settled.has(order.id));
    return [
      ...differing(id, `${paid.length} payments are paid; of these succeeded`, expected, seen),
      ...differing(id, 'its merchant reads the succeeded payments', expected, counted),
      ...forgotten.map(({ id: subject }): Finding => {
        return {
          kind: 'lost',
          subject,
          what: 'is paid, but has neither succeeded nor an exception',
        };
      }),
    ];
  });
};

/** The bank has paid back what operators returned, and nothing else. */
export const returnsArePaidOnce: Check = ({ orders, book, returned }) => {
  const refunds = new Map(orders.map(({ id, refundOf }) => [id, refundOf]));
  const paidBack = book.requests.filter(
    ({ kind, state }) => kind === 'refund' && state === 'succeeded',
  );
  const byPayment = groupBy(paidBack, ({ orderId }) => refunds.get(orderId) ?? null);
  return [...groupBy(returned, ({ orderId }) => orderId)].flatMap(([orderId, decided]) =>
    differing(
      orderId,
      'the satang that the bank has paid back',
      sum(decided),
      sum(byPayment.get(orderId) ?? []),
    ),
  );
};

/** A visitor of a link has one payment for one amount, and each payment of a link has a visitor. */
export const pressesStartOnePayment: Check = ({ links, orders }) => {
  const byCode = new Map(orders.map((order) => [order.qrCodeId, order]));
  const pressed = new Set(
    links.flatMap(({ presses }) => presses.flatMap((each) => [...each.qrCodeIds])),
  );
  const strays = orders.filter(
    ({ paymentLinkId, qrCodeId }) => paymentLinkId !== null && !pressed.has(qrCodeId ?? ''),
  );
  return [
    ...strays.map(({ id }): Finding => {
      return { kind: 'duplicated', subject: id, what: 'of a link, but nobody was led to it' };
    }),
    ...links.flatMap(({ linkId, merchantId, presses }) =>
      presses.flatMap(({ visitor, amountSatang, qrCodeIds }): Finding[] => {
        const started = [...qrCodeIds].map((code) => byCode.get(code));
        const isAsAsked = started.every(
          (order) =>
            order?.paymentLinkId === linkId &&
            order.merchantId === merchantId &&
            order.amountSatang === amountSatang,
        );
        const what = `led to ${[...qrCodeIds].join(', ')}`;
        return [
          ...(isAsAsked ? [] : [{ kind: 'lost' as const, subject: visitor, what }]),
          ...(started.length > 1 ? [{ kind: 'duplicated' as const, subject: visitor, what }] : []),
        ];
      }),
    ),
  ];
};

/** *New code* creates one payment with the terms of the expired one. */
export const renewalsAreMadeOnce: Check = ({ orders, renewed }) => {
  const chains = groupBy(
    orders.filter(({ chainId }) => chainId !== null),
    ({ chainId }) => chainId,
  );
  const ids = new Set([...renewed, ...chains.keys()]);
  return [...ids].flatMap((id): Finding[] => {
    const chain = chains.get(id) ?? [];
    const terms = new Set(
      chain.map((each) => [each.merchantId, each.amountSatang, each.mark].join()),
    );
    if (id !== null && renewed.has(id) && chain.length === 2 && terms.size === 1) return [];
    const what = `the payments of its checkout are ${chain.map((each) => each.id).join(', ')}`;
    return [{ kind: 'duplicated', subject: id ?? '', what }];
  });
};

/** A checkout says paid exactly where a payment under it succeeded, and never takes it back. */
export const pagesTellTheTruth: Check = (facts) => {
  const { pages, orders } = facts;
  const byCode = new Map(orders.map((order) => [order.qrCodeId, order]));
  const chains = groupBy(orders, ({ id, chainId }) => chainId ?? id);
  const contests = new Map(contestsOf(ownedMovements(facts), facts).map((each) => [each.id, each]));
  return pages.flatMap(({ qrCodeId, shown, state }): Finding[] => {
    const order = byCode.get(qrCodeId);
    if (order === undefined) return [];
    const its = chains.get(order.chainId ?? order.id) ?? [];
    const isPaid = its.some(({ status }) => status === 'succeeded');
    const isBeyond = !isPaid && (contests.get(contestOf(order))?.paid.includes(order) ?? false);
    const finding = (what: string): Finding => ({ kind: 'misanswered', subject: order.id, what });
    return [
      ...(isPaid === (state === 'paid') ? [] : [finding(`its page shows ${state}`)]),
      ...(isBeyond === (state === 'beyond_link') ? [] : [finding(`its page shows ${state}`)]),
      ...(shown.includes('paid') && !isPaid ? [finding('its page has shown paid')] : []),
    ];
  });
};

function differing(subject: string, what: string, expected: number, seen: number): Finding[] {
  if (expected === seen) return [];
  return [{ kind: 'unbalanced', subject, what: `${what}: ${seen} in place of ${expected}` }];
}

const sum = (all: readonly { readonly amountSatang: number }[]): number =>
  all.reduce((total, { amountSatang }) => total + amountSatang, 0);

import { satangToBaht } from '../../src/kernel/rules/money';
import type { Operation } from '../plan/operation';
import type { PayMode } from './bank';
import { demandPage } from './checkout';
import type { RunContext } from './run-context';
import type { RecordedLink, RecordedPress } from './run-log';
import { checkoutPath, Visitor } from './visitor';

const PLACES = 2;
const VISITORS = 5;
/** What the bank does for the payers of a limited link, in turn. */
const modes: readonly PayMode[] = ['pay', 'pay', 'twice', 'over', 'late', 'pay', 'short'];

/** A payment link on whose page several visitors pay. */
export async function link(context: RunContext, operation: Operation): Promise<void> {
  const { scene } = operation;
  if (scene === 'limited') await sellLimited(context, operation);
  else if (scene === 'stopped') await sellUntilStopped(context, operation);
  else await sellOpen(context, operation);
}

interface Sold {
  readonly context: RunContext;
  readonly operation: Operation;
  readonly link: RecordedLink;
  /** The path of its page. */
  readonly path: string;
}

/** All visitors have codes before the first pays. One who comes afterwards gets none. */
async function sellLimited(context: RunContext, operation: Operation): Promise<void> {
  const sold = await openLink(context, operation, { payments_max: PLACES }, PLACES);
  if (sold === null) return;
  const payers = await startAll(visitorsOf(sold, VISITORS));
  await Promise.all(
    payers.map((each, index) => each.pay(modes[(operation.number + index) % modes.length])),
  );
  const states = await Promise.all(payers.map((each) => each.watch()));
  if (states.filter((state) => state === 'paid').length !== PLACES) return;
  const late = new Visitor(context, operation.number, VISITORS);
  await demandPage(context, late, `${sold.path}?lang=en`, ['Sold out']);
  const { status, body } = await late.submit(sold.path, {});
  if (status !== 409)
    context.log.recordUnexpected(`pay when sold out: ${status} ${body}`, sold.path);
}

/** Two payers pay; the merchant stops the link; two others pay the codes that they have. */
async function sellUntilStopped(context: RunContext, operation: Operation): Promise<void> {
  const sold = await openLink(context, operation, {}, null);
  if (sold === null) return;
  const payers = await startAll(visitorsOf(sold, 4));
  const [early, late] = [payers.slice(0, 2), payers.slice(2)];
  await Promise.all(early.map((each) => each.pay('pay')));
  const states = await Promise.all(early.map((each) => each.watch()));
  // The verdict knows the credited payments only if none is being settled at the stop.
  if (states.some((state) => state !== 'paid')) return;
  const url = `${context.apiUrl}/Thai/v1/payment-links/${sold.link.linkId}/stop`;
  const key = context.merchants[operation.merchant].apiKey;
  const { status, body } = await context.callGateway({ url, key });
  if (status !== 200) context.log.recordUnexpected(`stop of a link: ${status} ${body}`, sold.path);
  sold.link.placesMax = early.length;
  await Promise.all(late.map((each) => each.pay('pay')));
  await Promise.all(late.map((each) => each.watch()));
}

/** Payers choose an amount. One chooses another one, and then pays the first code. */
async function sellOpen(context: RunContext, operation: Operation): Promise<void> {
  const bounds = { amount_min: 10, amount_max: 2_000, amount: undefined };
  const sold = await openLink(context, operation, bounds, null);
  if (sold === null) return;
  const [first, second] = visitorsOf(sold, 2);
  if (first === undefined || second === undefined) return;
  const refused = await first.visitor.submit(sold.path, { amount: '9' });
  if (refused.status !== 400)
    context.log.recordUnexpected(`amount 9: ${refused.status}`, sold.path);
  const replaced = await startAll([first]);
  for (const { press } of replaced) press.isReplaced = true;
  const another = { ...first, amountSatang: first.amountSatang + 10_000 };
  const payers = [...replaced, ...(await startAll([another, second]))];
  await Promise.all(payers.map((each) => each.pay('pay')));
  await Promise.all(payers.map((each) => each.watch()));
}

async function openLink(
  context: RunContext,
  operation: Operation,
  terms: Readonly<Record<string, unknown>>,
  placesMax: number | null,
): Promise<Sold | null> {
  const { mark, amountSatang, number } = operation;
  const { merchantId, apiKey } = context.merchants[operation.merchant];
  const { status, body } = await context.callGateway({
    url: `${context.apiUrl}/Thai/v1/payment-links`,
    key: apiKey,
    idempotencyKey: `link-${mark}`,
    body: {
      title: `Link ${mark}`,
      amount: satangToBaht(amountSatang),
      currency: 'THB',
      metadata: { link: mark },
      return_url: `https://shop.example/back?link=${mark}`,
      ...terms,
    },
  });
  if (status !== 200) {
    context.log.recordUnexpected(`create a link: ${status} ${body}`, mark);
    return null;
  }
  const created = JSON.parse(body) as Readonly<Record<'payment_link_id' | 'url', string>>;
  const link: RecordedLink = {
    linkId: created.payment_link_id,
    merchantId,
    placesMax,
    isReturned: number % 2 === 0,
    presses: [],
  };
  context.log.links.push(link);
  return { context, operation, link, path: new URL(created.url).pathname };
}

interface Visit extends Sold {
  readonly visitor: Visitor;
  readonly name: string;
  readonly amountSatang: number;
}

const visitorsOf = (sold: Sold, count: number): readonly Visit[] =>
  Array.from({ length: count }, (_, index) => {
    const { number, mark, amountSatang } = sold.operation;
    const visitor = new Visitor(sold.context, number, index);
    return { ...sold, visitor, name: `${mark}-${index}`, amountSatang };
  });

interface Paying {
  readonly press: RecordedPress;
  pay(mode?: PayMode): Promise<void>;
  /** The state of the checkout after the payment, or null. */
  watch(): Promise<string | null>;
}

/** The payers who have a code to scan. */
async function startAll(visits: readonly Visit[]): Promise<readonly Paying[]> {
  const payers = await Promise.all(visits.map(startPaying));
  return payers.filter((each) => each !== null);
}

/** Opens the page, presses *Pay* twice at once, and scans the code. */
async function startPaying(visit: Visit): Promise<Paying | null> {
  const { context, visitor, link, path, amountSatang, operation, name } = visit;
  await demandPage(context, visitor, path, [`Link ${operation.mark}`]);
  const press: RecordedPress = {
    visitor: name,
    amountSatang,
    qrCodeIds: new Set(),
    isReplaced: false,
  };
  link.presses.push(press);
  const fields = operation.scene === 'open' ? { amount: `${satangToBaht(amountSatang)}` } : {};
  const answers = await Promise.all([visitor.submit(path, fields), visitor.submit(path, fields)]);
  for (const { status, body, headers } of answers) {
    const [, qrCodeId] = /^\/pay\/(qr_\w+)/.exec(headers.get('location') ?? '') ?? [];
    if (status === 303 && qrCodeId !== undefined) press.qrCodeIds.add(qrCodeId);
    else context.log.recordUnexpected(`pay on a link: ${status} ${body}`, name);
  }
  const [qrCodeId] = press.qrCodeIds;
  if (qrCodeId === undefined) return null;
  const checkout = checkoutPath(qrCodeId);
  const qrData = await visitor.scan(checkout, amountSatang);
  if (qrData === null) return null;
  return {
    press,
    pay: async (mode = 'pay') => {
      await context.bank.pay(qrData, mode, `pay-${qrCodeId}`);
    },
    async watch() {
      const state = await visitor.watch(checkout, ['paid', 'short', 'beyond_link']);
      const back = `/back?link=${operation.mark}&amp;payment_id=`;
      if (state === 'paid') await demandPage(context, visitor, checkout, [back]);
      return state;
    },
  };
}

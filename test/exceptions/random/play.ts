import { expirePayment } from '../../../src/orders/payment/expire-payment';
import { openUnknownOutcome } from '../../../src/exceptions/store/exceptions';
import { findViolations } from '../../../src/reports/store/invariants';
import { applyPending } from '../../../src/orders/store/apply-transition';
import { eraseExpired } from '../../../src/personal-data/store/erasures';
import { directionOf, type OrderKind } from '../../../src/orders/rules/kinds';
import { matureDue } from '../../../src/maturity/store/mature';
import { newId } from '../../../src/platform/new-id';
import { testAudit, testSent } from '../../support/gateway';
import { testRefund } from '../../support/refunds';
import { leftOf, type Move, type Report } from './bank';
import type { Act, History, Step } from './history';
import { correctFor, decideAny, reconcileAll, resolveInvalidly } from './operator';
import {
  AMOUNT_SATANG,
  addOrder,
  createOrder,
  nameOf,
  orderNamed,
  pick,
  refusalOf,
  send,
  setPrices,
  type Order,
  type Stage,
} from './stage';

/** Plays a history. Throws at the first step that breaks an invariant or ends in a defect. */
export async function play(stage: Stage, { steps }: Pick<History, 'steps'>): Promise<void> {
  for (const step of steps) {
    const refusal = await refusalOf(async () => acts[step.act](stage, step));
    if (refusal !== null) stage.log.push(`${step.act} is refused: ${refusal}`);
  }
}

export async function demandInvariants({ deps }: Stage): Promise<void> {
  const violations = await findViolations(deps.db);
  if (violations.length > 0) throw new Error(JSON.stringify(violations, null, 2));
}

const amounts = [AMOUNT_SATANG, AMOUNT_SATANG, 6_000, 15_000];

type Play = (stage: Stage, step: Step) => Promise<void>;
const acts: Readonly<Record<Act, Play>> = {
  create: (stage, { a, b }) => createOrder(stage, a, b),
  refund,
  pay,
  early,
  back,
  again,
  repeat,
  say,
  unknown,
  async apply(stage) {
    for (const { id } of stage.orders) await applyPending(stage.deps.db, id);
    stage.log.push('everything is applied');
  },
  async expire({ deps, orders, log }, { a, b }) {
    const { id, merchant } = pick(orders, a);
    log.push(`${nameOf(orders, id)} expires`);
    if (b % 2 === 0) {
      await expirePayment(deps, testAudit(merchant), merchant, id);
      return;
    }
    const past = new Date(Date.now() - 1_000);
    await deps.db('orders').where({ id }).whereNotNull('expires_at').update({ expires_at: past });
    await applyPending(deps.db, id);
  },
  async unsure({ deps, orders, log }, { a, b }) {
    const payouts = orders.filter(({ kind }) => directionOf(kind) === 'out');
    const order = pick(payouts.length > 0 ? payouts : orders, a);
    if (directionOf(order.kind) === 'out' && b % 2 === 0) await testSent(deps.db, order.id);
    await openUnknownOutcome(deps.db, newId('exc_'), order.id);
    log.push(`the outcome of ${nameOf(orders, order.id)} is unknown`);
  },
  resolve: decideAny,
  async reconcile(stage, { a }) {
    const found = await reconcileAll(stage);
    if (found.length > 0) await correctFor(stage, pick(found, a), new Map());
  },
  wrong: resolveInvalidly,
  erase,
  price: (stage, { a }) => setPrices(stage, a),
  async mature({ deps, log }) {
    const inTenDays = Date.now() + 10 * 86_400_000;
    log.push(`${(await matureDue(deps.db, 100, inTenDays)) ?? 0} days of merchants mature`);
  },
};

async function refund(stage: Stage, { a, b }: Step): Promise<void> {
  const { deps, orders } = stage;
  const payments = orders.filter(({ kind }) => kind === 'payment' || kind === 'deposit');
  if (payments.length === 0) return;
  const { id: paymentId, merchant } = pick(payments, a);
  const amountSatang = pick([null, 6_000, 3_000], b);
  await addOrder(stage, merchant, await testRefund(deps, merchant, { paymentId, amountSatang }));
}

/** Money that the bank moves and the provider reports. */
function addMove(
  { moves }: Stage,
  move: Pick<Move, 'satang' | 'named' | 'kind' | 'isNamed'> & { undoes?: Move },
  reportOf: (move: Move) => Report = successOf,
): Move {
  const nth = moves.length;
  const made = {
    transactionId: `T${nth} ${newId('')}`,
    payer: `payer ${nth}`,
    undoes: null,
    callbacks: [],
    report: null,
    ...move,
  };
  const reported = { ...made, report: reportOf(made) };
  moves.push(reported);
  return reported;
}

const successOf = (move: Omit<Move, 'report'>): Report => ({
  named: move.named,
  kind: move.kind,
  reported: 'succeeded',
  satang: Math.abs(move.satang),
  transactionId: move.isNamed ? move.transactionId : null,
  payer: move.payer,
});

const signOf = (kind: OrderKind): number => (directionOf(kind) === 'in' ? 1 : -1);

/** Sends the report of a move. */
export async function reportMove(stage: Stage, move: Move, waits = false): Promise<void> {
  if (move.report !== null) await send(stage, move.report, { move, waits });
}

/** The bank moves money for an order, and the provider reports it. */
async function pay(stage: Stage, { a, b, c }: Step): Promise<void> {
  const { id, kind, ref } = pick(stage.orders, a);
  const satang = pick(amounts, b) * signOf(kind);
  const named = c % 2 === 0 ? ref : id;
  const move = addMove(stage, { satang, named, kind, isNamed: c % 3 > 0 });
  await reportMove(stage, move, c % 5 === 0);
}

/** The same, reported before the order exists. The order of an existing reference is hidden. */
async function early(stage: Stage, { a, b, c }: Step): Promise<void> {
  const incoming = stage.orders.filter(({ id, ref }) => ref !== id);
  if (incoming.length === 0) return;
  const { id, kind, ref: named } = pick(incoming, a);
  const move = addMove(stage, { satang: pick(amounts, b), named, kind, isNamed: c % 3 > 0 });
  const orders = () => stage.deps.db('orders').where({ id });
  await orders().update({ ref: newId('HIDDEN') });
  await reportMove(stage, move);
  await orders().update({ ref: named });
}

/** The bank moves money of an order back, in whole or in part, and the provider reports it. */
async function back(stage: Stage, { a, b, c }: Step): Promise<void> {
  const possible = stage.moves.filter((move) => mayComeBack(stage, move));
  if (possible.length === 0) return;
  const undoes = pick(possible, a);
  const { named, kind, isNamed } = undoes;
  const left = Math.abs(leftOf(stage.moves, undoes));
  const most = orderNamed(stage.orders, named)?.amountSatang ?? 0;
  const isIn = directionOf(kind) === 'in';
  const all = isIn ? left : Math.min(left, most);
  // Without an id, a report with a part would be about any movement of the order.
  const satang = isNamed && b % 3 === 0 ? Math.ceil(all * 0.4) : all;
  const isPart = satang < left;
  const word = isIn && !(isNamed && b % 2 === 0) ? 'reversed' : 'failed';
  const move = addMove(
    stage,
    { satang: isIn ? -satang : satang, named, kind, isNamed, undoes },
    () => ({
      named,
      kind,
      reported: word,
      satang: isIn || isPart ? satang : null,
      transactionId: isNamed && (isIn || b % 2 === 0 || isPart) ? undoes.transactionId : null,
      payer: isIn ? undoes.payer : null,
    }),
  );
  await reportMove(stage, move, c % 5 === 0);
}

/** A return without an id is about the last movement of its payout. */
function mayComeBack({ moves, orders }: Stage, move: Move): boolean {
  const { named, kind, undoes, report, isNamed } = move;
  const order = orderNamed(orders, named);
  if (order === null || undoes !== null || report === null || leftOf(moves, move) === 0)
    return false;
  const isLast = moves.findLast((one) => orderNamed(orders, one.named) === order) === move;
  return directionOf(kind) === 'in' || isNamed || isLast;
}

/** The bank moves again what it had taken back: a dispute is won. The provider reports it alike. */
async function again(stage: Stage, { a, c }: Step): Promise<void> {
  const possible = stage.moves.filter(
    (move) =>
      move.undoes !== null &&
      move.undoes.undoes === null &&
      move.report !== null &&
      move.isNamed &&
      leftOf(stage.moves, move.undoes) === 0 &&
      move.satang === -move.undoes.satang,
  );
  if (possible.length === 0) return;
  const undoes = pick(possible, a);
  const { named, kind, isNamed, undoes: first } = undoes;
  const move = addMove(stage, { satang: -undoes.satang, named, kind, isNamed, undoes }, () =>
    successOf(first ?? undoes),
  );
  await reportMove(stage, move, c % 5 === 0);
}

/** The provider repeats a report, perhaps after the key of digests has changed. */
async function repeat(stage: Stage, { a, b }: Step): Promise<void> {
  if (stage.reports.length === 0) return;
  const { report, move } = pick(stage.reports, a);
  await send(stage, report, { move, key: b % 3 === 0 ? 'other' : 'one' });
}

/** A report of the provider that says too little, or that is false. */
async function say(stage: Stage, { a, b, c }: Step): Promise<void> {
  const { orders, moves, history } = stage;
  const order = pick(orders, a);
  const own = moves.filter(
    ({ named, report, undoes }) =>
      orderNamed(orders, named) === order && report !== null && undoes === null,
  );
  const none = { satang: null, transactionId: null, payer: null };
  const { kind, id: named } = order;
  const failed: Report = { ...none, named, kind, reported: 'failed' };
  const bare: Report = { ...none, named, kind, reported: 'succeeded' };
  // Without a movement, the gateway would believe a false success, and nothing would deny it. The
  // failure of a payout has no transaction id: a true one would repeat the words of a false one.
  const isPaidOut = directionOf(kind) === 'out' && own.length > 0;
  const honest = [...(isPaidOut ? [] : [failed]), ...(own.length > 0 ? [bare] : [])];
  const reports = history.isHonest ? honest : [failed, bare, ...falseReports(stage, order, c)];
  const [move] = own;
  if (move?.isNamed === true) reports.push({ ...successOf(move), satang: pick(amounts, c) });
  if (reports.length > 0) await send(stage, pick(reports, b), { waits: c % 5 === 0 });
}

function falseReports({ reports }: Stage, order: Order, c: number): readonly Report[] {
  const { kind, id: named } = order;
  const fresh = { named, kind, satang: pick(amounts, c) };
  const other = { transactionId: newId('T'), payer: null };
  const stolen = reports.length === 0 ? null : pick(reports, c).report.transactionId;
  return [
    { ...fresh, ...other, reported: 'succeeded' },
    { ...fresh, ...other, reported: 'reversed' },
    { ...fresh, transactionId: stolen, payer: null, reported: 'succeeded' },
    { ...fresh, transactionId: null, payer: `payer ${c % 2}`, reported: 'succeeded' },
  ];
}

/** The bank moves money for an order that does not exist, and the provider reports it. */
async function unknown(stage: Stage, { a, b, c }: Step): Promise<void> {
  const kind = a % 5 === 4 ? 'withdrawal' : 'payment';
  const named = pick(stage.strangers, a % 5 === 4 ? 1 : 0);
  const satang = pick(amounts, b) * signOf(kind);
  const move = addMove(stage, { satang, named, kind, isNamed: c % 3 === 0 });
  // A report without an amount books nothing, until the provider reports the amount.
  const isVague = c % 6 === 5;
  await send(stage, { ...successOf(move), ...(isVague && { satang: null }) }, { move });
}

/** Retention: the workers have done their work on what has ended. */
export async function erase(stage: Stage): Promise<void> {
  const { deps, log } = stage;
  const { db, vault } = deps;
  await db('outbox_messages').del();
  await db.raw(`update provider_requests set is_over = true from orders
    where orders.id = order_id and orders.status in ('succeeded', 'failed')`);
  await db('erasures').update({ asked_at: new Date(0) });
  const read = await eraseExpired(db, vault, 0, 1_000);
  log.push(`retention reads ${read} subjects`);
}

import { expirePayment } from '../../../src/application/payments/expire-payment';
import { openUnknownOutcome } from '../../../src/db/ledger/exceptions';
import { findViolations } from '../../../src/db/ledger/invariants';
import { applyPending } from '../../../src/db/orders/apply-transition';
import { eraseExpired } from '../../../src/db/persons/erasures';
import { directionOf } from '../../../src/domain/orders';
import type { OrderKind } from '../../../src/domain/orders';
import { newId } from '../../../src/lib/new-id';
import { testAudit, testSent } from '../../support/gateway';
import { testRefund } from '../../support/refunds';
import { leftOf } from './bank';
import type { Move } from './bank';
import { correctAny, resolveAny, resolveInError, resolveWrongly } from './decide';
import type { Act, History, Step } from './history';
import { AMOUNT_SATANG, addOrder, createOrder, nameOf, pick, refusalOf, send } from './stage';
import type { Order, Report, Stage } from './stage';
import { resolveTruthfully, syncHolders } from './truth';

/** Plays a history. Throws at the first step that breaks an invariant or ends in a defect. */
export async function play(stage: Stage, { steps }: Pick<History, 'steps'>): Promise<void> {
  for (const step of steps) {
    const before = stage.log.length;
    const refusal = await refusalOf(async () => acts[step.act](stage, step));
    if (refusal !== null) stage.log.push(`${step.act} is refused: ${refusal}`);
    if (stage.log.length > before) await demandInvariants(stage);
  }
}

export async function demandInvariants({ deps }: Stage): Promise<void> {
  const violations = await findViolations(deps.db);
  if (violations.length > 0) throw new Error(JSON.stringify(violations, null, 2));
}

const amounts = [AMOUNT_SATANG, AMOUNT_SATANG, 6_000, 15_000];

type Play = (stage: Stage, step: Step) => Promise<void>;
const acts: Readonly<Record<Act, Play>> = {
  create: (stage, { a }) => createOrder(stage, a),
  refund,
  pay,
  early,
  back,
  repeat,
  say,
  unknown,
  async apply(stage) {
    for (const { id } of stage.orders) await applyPending(stage.deps.db, id);
    stage.log.push('everything is applied');
  },
  async expire({ deps, merchants: [merchant], orders, log }, { a, b }) {
    const order = pick(orders, a);
    log.push(`${nameOf(orders, order.id)} expires`);
    if (b % 2 === 0) {
      await expirePayment(deps, testAudit(merchant), merchant, order.id);
      return;
    }
    const past = new Date(Date.now() - 1_000);
    await deps.db('orders').where('id', order.id).whereNotNull('expires_at').update({
      expires_at: past,
    });
    await applyPending(deps.db, order.id);
  },
  async unsure({ deps, orders, log }, { a, b }) {
    const payouts = orders.filter(({ kind }) => directionOf(kind) === 'out');
    const order = pick(payouts.length > 0 ? payouts : orders, a);
    if (directionOf(order.kind) === 'out' && b % 2 === 0) await testSent(deps.db, order.id);
    await openUnknownOutcome(deps.db, newId('exc_'), order.id);
    log.push(`the outcome of ${nameOf(orders, order.id)} is unknown`);
  },
  async resolve(stage, step) {
    if (stage.isHonest) await resolveTruthfully(stage, step, false);
    else await resolveAny(stage, step);
  },
  wrong: resolveWrongly,
  err: resolveInError,
  correct: correctAny,
  erase,
};

async function refund(stage: Stage, { a, b }: Step): Promise<void> {
  const { deps, merchants, orders } = stage;
  const payments = orders.filter(({ kind }) => kind === 'payment' || kind === 'deposit');
  if (payments.length === 0) return;
  const { id: paymentId } = pick(payments, a);
  const amountSatang = pick([null, 6_000, 3_000], b);
  await addOrder(stage, await testRefund(deps, merchants[0], { paymentId, amountSatang }));
}

/** A movement that the provider reports. */
function addMove(
  stage: Stage,
  move: Pick<Move, 'holder' | 'satang' | 'named' | 'kind' | 'isNamed'> & { undoes?: Move },
): Move {
  const { moves, hasErased, isHonest } = stage;
  const nth = stage.made++;
  const made = {
    transactionId: `T${nth} ${newId('')}`,
    payer: `payer ${nth}`,
    isReported: true,
    undoes: null,
    callbacks: [],
    unknownTo: [],
    ...move,
    // By its amount the gateway can tell it from one of an erased payer.
    satang: move.satang + (hasErased && isHonest && move.undoes === undefined ? nth + 1 : 0),
  };
  moves.push(made);
  return made;
}

export const reportOf = (move: Move): Report => ({
  named: move.named,
  kind: move.kind,
  reported: 'succeeded',
  satang: Math.abs(move.satang),
  transactionId: move.isNamed ? move.transactionId : null,
  payer: move.payer,
  move,
});

const signOf = (kind: OrderKind): number => (directionOf(kind) === 'in' ? 1 : -1);

/** The bank moves money for an order, and the provider reports it. */
async function pay(stage: Stage, { a, b, c }: Step): Promise<void> {
  const { id, kind, ref } = pick(stage.orders, a);
  const satang = pick(amounts, b) * signOf(kind);
  const named = c % 2 === 0 ? ref : id;
  const move = addMove(stage, { holder: id, satang, named, kind, isNamed: c % 3 > 0 });
  await send(stage, reportOf(move), { waits: c % 5 === 0 });
}

/** The same, reported before the order exists. The order of an existing reference is hidden. */
async function early(stage: Stage, { a, b, c }: Step): Promise<void> {
  const incoming = stage.orders.filter(({ id, ref }) => ref !== id);
  if (incoming.length === 0) return;
  const { id, kind, ref: named } = pick(incoming, a);
  const satang = pick(amounts, b);
  const move = addMove(stage, { holder: null, satang, named, kind, isNamed: c % 3 > 0 });
  const orders = () => stage.deps.db('orders').where({ id });
  await orders().update({ ref: newId('HIDDEN') });
  await send(stage, reportOf(move));
  await orders().update({ ref: named });
}

/** The bank moves money of an order back, and the provider reports it. */
async function back(stage: Stage, { a, c }: Step): Promise<void> {
  const possible = stage.moves.filter((move) => mayComeBack(stage, move));
  if (possible.length === 0) return;
  const undoes = pick(possible, a);
  const { holder, named, kind, isNamed } = undoes;
  const left = leftOf(stage.moves, undoes);
  const most = stage.orders.find(({ id }) => id === holder)?.amountSatang ?? 0;
  const satang = directionOf(kind) === 'in' ? -left : Math.min(-left, most);
  const move = addMove(stage, { holder, satang, named, kind, isNamed, undoes });
  await send(stage, backReportOf(move, undoes), { waits: c % 5 === 0 });
}

/**
 * Reports of payouts that came back have no transaction id. The gateway takes a second one for a
 * repetition unless money has left since, and credits no more than the amount of the payout.
 */
function mayComeBack({ moves }: Stage, move: Move): boolean {
  const { holder, kind, undoes, isReported } = move;
  if (holder === null || undoes !== null || !isReported || leftOf(moves, move) === 0) return false;
  return directionOf(kind) === 'in' || moves.findLast((one) => one.holder === holder) === move;
}

export function backReportOf(move: Move, { transactionId, isNamed, payer }: Move): Report {
  const { kind, named } = move;
  const isIn = directionOf(kind) === 'in';
  return {
    named,
    kind,
    reported: isIn ? 'reversed' : 'failed',
    satang: isIn ? -move.satang : null,
    transactionId: isIn && isNamed ? transactionId : null,
    payer: isIn ? payer : null,
    move,
  };
}

/** The provider repeats a report, perhaps after the key of digests has changed. */
async function repeat(stage: Stage, { a, b }: Step): Promise<void> {
  if (stage.reports.length === 0) return;
  const report = pick(stage.reports, a);
  await send(stage, report, { key: b % 3 === 0 ? 'other' : 'one' });
  await syncHolders(stage);
}

/** A report of the provider that says too little, or that is false. */
async function say(stage: Stage, { a, b, c }: Step): Promise<void> {
  const { orders, moves, isHonest } = stage;
  const order = pick(orders, a);
  const own = moves.filter(
    (one) => one.holder === order.id && one.isReported && one.undoes === null,
  );
  const none = { satang: null, transactionId: null, payer: null, move: null };
  const { kind, id: named } = order;
  const failed: Report = { ...none, named, kind, reported: 'failed' };
  const bare: Report = { ...none, named, kind, reported: 'succeeded' };
  const others = falseReports(stage, order, c);
  // Without a movement, the gateway would believe a false success, and nothing would deny it. The
  // failure of a payout has no transaction id: a true one would repeat the words of a false one.
  const isPaidOut = directionOf(kind) === 'out' && own.length > 0;
  const honest = [...(isPaidOut ? [] : [failed]), ...(own.length > 0 ? [bare] : [])];
  const reports = isHonest ? honest : [failed, bare, ...others];
  const [move] = own;
  if (move?.isNamed === true) reports.push({ ...reportOf(move), satang: pick(amounts, c) });
  await send(stage, pick(reports, b), { waits: c % 5 === 0 });
}

function falseReports({ reports }: Stage, order: Order, c: number): readonly Report[] {
  const { kind, id: named } = order;
  const fresh = { named, kind, satang: pick(amounts, c), move: null };
  const other = { transactionId: newId('T'), payer: null };
  const stolen = reports.length === 0 ? null : pick(reports, c).transactionId;
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
  const move = addMove(stage, { holder: null, satang, named, kind, isNamed: c % 3 === 0 });
  // A report without an amount books nothing, until the provider reports the amount.
  const isVague = c % 6 === 5;
  await send(stage, { ...reportOf(move), ...(isVague && { satang: null }) });
}

/** Retention: the workers have done their work on what has ended. */
export async function erase(stage: Stage): Promise<void> {
  const { deps, log } = stage;
  const { db, vault } = deps;
  stage.hasErased = true;
  await db('dispatches').del();
  await db.raw(`update provider_requests set is_over = true from orders
    where orders.id = order_id and orders.status in ('succeeded', 'failed')`);
  await db('erasures').update({ asked_at: new Date(0) });
  const read = await eraseExpired(db, vault, 0, 1_000);
  log.push(`retention reads ${read} subjects`);
}

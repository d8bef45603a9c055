import {
  planAssignment,
  findCandidates,
  readAssignee,
} from '../../../src/exceptions/plan-assignment';
import type { Assignee } from '../../../src/exceptions/assign-unknown';
import { resolveException } from '../../../src/exceptions/resolve-exception';
import { reconcileStatement, type Mismatch } from '../../../src/reports/reconcile-statement';
import {
  findException,
  listExceptions,
  type Exception,
} from '../../../src/exceptions/store/exceptions';
import {
  requiresRest,
  resolutions,
  resolutionsOf,
  sharesOf,
  sumOf,
  type Part,
} from '../../../src/exceptions/rules/exception';
import { rests } from '../../../src/exceptions/rules/resolution';
import { newId } from '../../../src/platform/new-id';
import { correctAs } from '../../support/resolve';
import {
  answerTo,
  divide,
  mistaken,
  netOf,
  takenFromSuspense,
  type Known,
  type Shown,
} from './answer';
import { leftOf, statementOf, type Move } from './bank';
import type { Step } from './history';
import { nameOf, orderNamed, pick, refusalOf, type Stage } from './stage';

/*
 * The operator of a walk. He reads the list and the pages of exceptions, and the statement of the
 * bank as `reconcile` compares it. He has no access to the ledger or to the book of the bank.
 */

const LISTED = 1_000;
/** How often he corrects one resolution because of what `reconcile` names. */
const TRIES_MAX = 2;
const DAY_MS = 86_400_000;

/** The exceptions as `gateway exceptions list --all` prints them, oldest first. */
export async function exceptionsOf({ deps }: Stage, state: 'open' | 'resolved') {
  const listed = await listExceptions(deps.db, { open: state === 'open', limit: LISTED });
  return listed.filter(({ resolved }) => (resolved === null) === (state === 'open'));
}

async function show({ deps }: Stage, exceptionId: string): Promise<Shown | null> {
  const exception = await findException(deps.db, exceptionId);
  if (exception === null || exception.resolved !== null) return null;
  return { ...exception, resolutions: resolutionsOf(exception), shares: sharesOf(exception) };
}

/** What `reconcile` finds in the statement of everything that the bank has moved. */
export function reconcileAll({ deps, moves }: Stage): Promise<readonly Mismatch[]> {
  const [since, until] = [new Date(Date.now() - DAY_MS), new Date(Date.now() + DAY_MS)];
  return reconcileStatement(deps, statementOf(moves), { since, until });
}

/** The names under which the statement may have the order, or the money, of an exception. */
function namesOf({ orders }: Stage, { order, callback }: Exception): ReadonlySet<string> {
  const known = order === null ? orderNamed(orders, callback?.namedOrder ?? '') : order;
  const ref = orders.find(({ id }) => id === known?.id)?.ref;
  const names = [known?.id, ref, order === null ? callback?.namedOrder : undefined];
  return new Set(names.filter((name) => name !== undefined));
}

/**
 * The net satang of the statement's lines about an order, under each of its names: with the money
 * under other names that he has assigned to it, without money under its names that is not its own.
 * A return that he has asked for and has still to record is no difference.
 */
async function statedFor(stage: Stage, shown: Shown): Promise<number> {
  const { moves, assigned, returned, recorded } = stage;
  const { id, order } = shown;
  const names = namesOf(stage, shown);
  let satang = statementOf(moves).reduce((sum, line) => {
    if (!names.has(line.order)) return sum;
    return sum + (line.direction === 'in' ? line.amountSatang : -line.amountSatang);
  }, 0);
  if (order === null) return satang;
  for (const { orderId, named, satang: noted } of assigned.values()) {
    if (orderId === order.id && !names.has(named)) satang += noted;
  }
  const open = await exceptionsOf(stage, 'open');
  for (const one of [...open, ...(await exceptionsOf(stage, 'resolved'))]) {
    const returnedSatang = returned.get(one.id) ?? 0;
    if (one.kind === 'unknown_order') {
      const isOwn = assigned.get(one.id)?.orderId === order.id || one.order?.id === order.id;
      const isIn = one.movement?.direction === 'in' && names.has(one.callback?.namedOrder ?? '');
      const backSatang = one.resolved === null ? returnedSatang : (recorded.get(one.id) ?? 0);
      if (isIn && !isOwn) satang -= (one.movement?.amountSatang ?? 0) - backSatang;
    } else if (one.resolved === null && one.id !== id && one.order?.id === order.id) {
      satang += Math.min(returnedSatang, one.suspendedSatang);
    }
  }
  return satang;
}

/**
 * What the bank has taken back of money of an unknown order: the outgoing lines under its name that
 * `reconcile` misses, when no open exception is about them.
 */
async function takenFrom(stage: Stage, shown: Shown): Promise<number> {
  const names = namesOf(stage, shown);
  // One that waits for this exception is about this money.
  const isDenial = (one: Exception) =>
    one.kind !== 'unknown_order' &&
    one.waitsFor !== shown.id &&
    one.callback?.reported !== 'succeeded' &&
    names.has(one.order?.id ?? '');
  if ((await exceptionsOf(stage, 'open')).some(isDenial)) return 0;
  const lines = new Map(statementOf(stage.moves).map((line) => [line.transactionId, line]));
  return (await reconcileAll(stage)).reduce((sum, { kind, transactionId, statedSatang }) => {
    const line = lines.get(transactionId);
    const isTaken =
      line?.direction === 'out' && names.has(line.order) && !stage.receipts.has(transactionId);
    const isMissing = kind === 'missing' || kind === 'unknown_order';
    return isTaken && isMissing ? sum + (statedSatang ?? 0) : sum;
  }, 0);
}

/** Looks for the order that the money names, then among the candidates, then asks a merchant. */
async function assigneeFor(
  { deps, merchants, log }: Stage,
  shown: Shown,
  { c }: Step,
  errs: boolean,
): Promise<Assignee> {
  const merchant = { kind: 'merchant', merchantId: pick(merchants, c).id } as const;
  if (shown.movement?.direction === 'out') return merchant;
  const named = await readAssignee(deps, shown.callback?.namedOrder ?? '');
  const candidates = await findCandidates(deps, shown);
  const others = candidates.filter(({ id }) => named?.kind !== 'order' || id !== named.orderId);
  if (errs && others.length > 0) {
    log.push('the operator chooses the wrong candidate');
    return { kind: 'order', orderId: pick(others, c).id };
  }
  if (named !== null) return named;
  if (candidates.length > 0 && c % 3 > 0) {
    return { kind: 'order', orderId: pick(candidates, c).id };
  }
  return merchant;
}

interface Decided {
  readonly parts: readonly Part[];
  readonly assignee: Assignee | null;
}

async function resolve(
  stage: Stage,
  shown: Shown,
  { parts, assignee }: Decided,
  { b }: Step,
): Promise<string | null> {
  const { deps, log, orders } = stage;
  if (assignee !== null && parts.some(({ as }) => as === 'assign')) {
    // The console shows the plan before the decision.
    await planAssignment(deps, shown, assignee);
  }
  const refusal = await unchangedIfRefused(stage, () =>
    resolveException(deps, async () => {}, {
      exceptionId: shown.id,
      parts,
      rest: requiresRest(shown.order, parts) ? pick(rests, b) : null,
      assignee,
      by: 'ops',
      reason: 'decided by what is shown',
    }),
  );
  const how = parts.map(({ as, amountSatang }) => `${as}=${amountSatang / 100}`).join();
  const about = shown.order === null ? 'unknown money' : nameOf(orders, shown.order.id);
  const to = assignee?.kind === 'order' ? ` to ${nameOf(orders, assignee.orderId)}` : '';
  const { callback } = shown;
  const report = callback === null ? '' : ` (${callback.reported} ${callback.transactionId ?? ''})`;
  log.push(`${shown.kind}${report} of ${about} is resolved: ${how}${to} (${refusal ?? 'done'})`);
  return refusal;
}

/** How an operator decides about one exception. */
interface Manner {
  readonly looks: boolean;
  readonly isLast: boolean;
  readonly errs: boolean;
}

/** Decides about an open exception; false when he waits for more evidence. */
export async function decide(
  stage: Stage,
  exceptionId: string,
  step: Step,
  { looks, isLast, errs }: Manner,
): Promise<boolean> {
  const shown = await show(stage, exceptionId);
  if (shown === null || shown.waitsFor !== null) return false;
  const known = { ...(await readKnown(stage, shown, looks)), isLast };
  const right = answerTo(shown, known, step);
  const wrong = errs ? mistaken(shown, right ?? [], step) : null;
  if (wrong !== null) stage.log.push('the operator errs');
  if (right === null && wrong === null) return false;
  // He forgets to ask the bank for a return that he records in error.
  const parts = wrong ?? (await haveReturned(stage, shown, right ?? [], known));
  const assignee =
    shown.kind === 'unknown_order' && parts.some(({ as }) => as === 'assign')
      ? await assigneeFor(stage, shown, step, errs && step.c % 2 === 0)
      : null;
  const decided = { parts, assignee };
  const refusal = await resolve(stage, shown, decided, step);
  if (refusal === 'balance') return absorb(stage, shown, decided, step);
  if (refusal !== null) return false;
  stage.recorded.set(shown.id, sumOf(parts, 'return'));
  if (assignee?.kind === 'order') {
    const satang = shown.movement?.amountSatang ?? shown.callback?.amountSatang ?? 0;
    const named = shown.callback?.namedOrder ?? '';
    stage.assigned.set(shown.id, { orderId: assignee.orderId, named, satang });
  }
  if (errs && step.c % 5 === 0) await resolveTwice(stage, shown, decided, step);
  return true;
}

async function readKnown(
  stage: Stage,
  shown: Shown,
  looks: boolean,
): Promise<Pick<Known, 'statedSatang' | 'goneSatang'>> {
  const returnedSatang = stage.returned.get(shown.id) ?? 0;
  // Where the page says too little, he looks into the statement in any case.
  const isVague = (shown.callback?.amountSatang ?? shown.callback?.transactionId ?? null) === null;
  const statedSatang = looks || isVague ? await statedFor(stage, shown) : null;
  const goneBy = returnedSatang + takenFromSuspense(shown);
  if (shown.suspendedSatang === 0 || !looks) return { statedSatang, goneSatang: goneBy };
  const goneSatang =
    shown.order === null
      ? returnedSatang + (await takenFrom(stage, shown))
      : netOf(shown) - (statedSatang ?? 0);
  return { statedSatang, goneSatang: Math.max(0, goneSatang) };
}

/** The merchant cannot bear the loss. */
async function absorb(
  stage: Stage,
  shown: Shown,
  { parts, assignee }: Decided,
  step: Step,
): Promise<boolean> {
  const borne = parts.map((part) =>
    part.as === 'charge' ? { ...part, as: 'absorb' as const } : part,
  );
  const sum = borne.reduce((total, { amountSatang }) => total + amountSatang, 0);
  const isOne = borne.filter(({ as }) => as === 'absorb').length === borne.length;
  const merged = isOne ? [{ as: 'absorb' as const, amountSatang: sum }] : borne;
  return (await resolve(stage, shown, { parts: merged, assignee }, step)) === null;
}

/**
 * The bank's side of a request: its transfer that an exception is about. The movements say which
 * callback reported it first, where a request at a bank would describe the transfer.
 */
async function moveOf({ deps, moves }: Stage, { movement }: Shown): Promise<Move | null> {
  const movements = deps.db('movements').where('id', movement?.id ?? '');
  const first = (await movements.first('callback_id'))?.callback_id as string | undefined;
  const reported = moves.find(({ callbacks }) => callbacks.includes(first ?? ''));
  return reported?.undoes?.undoes ?? reported?.undoes ?? reported ?? null;
}

/**
 * Has the bank return what the parts return and what has not left yet. The bank returns no more
 * than is left of the money, and the provider does not report that. Returns the parts by what has
 * been returned: the rest is accepted or written off.
 */
async function haveReturned(
  stage: Stage,
  shown: Shown,
  parts: readonly Part[],
  { goneSatang }: Known,
): Promise<readonly Part[]> {
  const returnedSatang = parts.find(({ as }) => as === 'return')?.amountSatang ?? 0;
  const asked = returnedSatang - goneSatang;
  if (asked <= 0 || !shown.resolutions.includes('write_off')) return parts;
  const { moves, returned, receipts } = stage;
  const undoes = await moveOf(stage, shown);
  const satang = undoes === null ? asked : Math.min(asked, leftOf(moves, undoes));
  if (satang > 0) {
    const transactionId = newId('R');
    returned.set(shown.id, (returned.get(shown.id) ?? 0) + satang);
    receipts.add(transactionId);
    moves.push({
      named: shown.callback?.namedOrder ?? '',
      kind: 'payment',
      satang: -satang,
      transactionId,
      payer: '',
      isNamed: false,
      undoes,
      report: null,
      callbacks: [],
    });
  }
  const more = asked - satang;
  if (more === 0) return parts;
  const rest = shown.resolutions.includes('accept') ? 'accept' : 'write_off';
  const kept = parts.filter(({ as }) => as !== 'return' && as !== rest);
  const restSatang = sumOf(parts, rest) + more;
  const back = { as: 'return' as const, amountSatang: returnedSatang - more };
  return [...kept, back, { as: rest, amountSatang: restSatang } as const].filter(
    ({ amountSatang }) => amountSatang > 0,
  );
}

async function resolveTwice(
  stage: Stage,
  shown: Shown,
  decided: Decided,
  step: Step,
): Promise<void> {
  const refusal = await resolve(stage, shown, decided, step);
  if (refusal !== 'resolved') throw new Error(`a second resolution is answered ${refusal}`);
}

/** Decides about an open exception, in one of ten acts in error. */
export async function decideAny(stage: Stage, step: Step): Promise<void> {
  const errs = step.care === 0;
  if (errs && step.b % 6 === 0) return correctAny(stage, step);
  const open = await exceptionsOf(stage, 'open');
  if (open.length === 0) return;
  await decide(stage, pick(open, step.a).id, step, {
    looks: stage.history.isWary,
    isLast: false,
    errs,
  });
}

/** Corrects something that may be right. */
async function correctAny(stage: Stage, { a }: Step): Promise<void> {
  const resolved = await exceptionsOf(stage, 'resolved');
  if (resolved.length > 0) await correct(stage, pick(resolved, a).id);
}

/** Corrects a resolution. False when that is refused. */
async function correct(stage: Stage, exceptionId: string): Promise<boolean> {
  const exception = await findException(stage.deps.db, exceptionId);
  const refusal = await unchangedIfRefused(stage, () => correctAs(stage.deps.db, exceptionId));
  const what = `${exception?.resolved?.resolution} of ${exception?.kind}`;
  stage.log.push(`${what} is corrected (${refusal ?? 'done'})`);
  if (refusal === null) stage.assigned.delete(exceptionId);
  return refusal === null;
}

/**
 * Acts on one finding of `reconcile`: corrects the resolutions about its order or its transaction,
 * the last one first, that he has not corrected for this reason twice. False when there is none.
 */
export async function correctFor(
  stage: Stage,
  { order, transactionId }: Mismatch,
  tried: Map<string, number>,
): Promise<boolean> {
  const known = orderNamed(stage.orders, order);
  const resolved = await exceptionsOf(stage, 'resolved');
  const latest = resolved.toSorted((x, y) => Number(y.resolved?.at) - Number(x.resolved?.at));
  let hasCorrected = false;
  for (const one of latest) {
    const isAbout =
      (known !== null && one.order?.id === known.id) ||
      one.callback?.namedOrder === order ||
      (known !== null && orderNamed(stage.orders, one.callback?.namedOrder ?? '') === known) ||
      (transactionId !== '' && one.movement?.transactionId === transactionId) ||
      (transactionId !== '' && one.callback?.transactionId === transactionId);
    const tries = tried.get(one.id) ?? 0;
    if (!isAbout || tries >= TRIES_MAX) continue;
    if (!(await correct(stage, one.id))) continue;
    tried.set(one.id, tries + 1);
    hasCorrected = true;
  }
  return hasCorrected;
}

/** Parts that are no valid division of the offered amounts. */
function invalidParts(shown: Shown, { b, c }: Step): readonly Part[] {
  const { shares, resolutions: offered } = shown;
  const others = resolutions.filter((way) => !offered.includes(way));
  const whole = shares.flatMap(({ ways, satang }) => divide(satang, ways, { b: c, c }));
  const [first = { as: 'dismiss' as const, amountSatang: 100 }, ...more] = whole;
  const amount = shares[0]?.satang ?? 100;
  const variants: readonly (readonly Part[])[] = [
    [{ ...first, amountSatang: first.amountSatang + 1 }, ...more],
    [first, ...more, first],
    [{ as: pick(others, c), amountSatang: amount }],
    [{ ...first, amountSatang: -100 }, ...more],
    [{ ...first, amountSatang: first.amountSatang + 0.5 }, ...more],
    [...whole, { as: 'dismiss', amountSatang: 0 }, { as: 'pay_elsewhere', amountSatang: 0 }],
    [],
    ...(first.as === 'dismiss' ? [] : [[{ ...first, amountSatang: 0 }]]),
  ];
  return pick(variants, b);
}

/** Resolves an exception as nobody may. */
export async function resolveInvalidly(stage: Stage, step: Step): Promise<void> {
  const open = await exceptionsOf(stage, 'open');
  if (open.length === 0) return;
  const shown = await show(stage, pick(open, step.a).id);
  if (shown === null) return;
  const parts = invalidParts(shown, step);
  const assignee = { kind: 'merchant', merchantId: stage.merchants[0].id } as const;
  const refusal = await resolve(stage, shown, { parts, assignee }, step);
  if (refusal === null) throw new Error('an invalid resolution was accepted');
}

/** Everything that a decision changes, as a text. */
async function footprint({ deps }: Stage): Promise<string> {
  const { rows } = await deps.db.raw(`
    select (select count(*) from transfers) as transfers,
           (select count(*) from resolutions) as resolutions,
           (select count(*) from callbacks where applied_at is null) as pending,
           (select count(*) from exceptions where resolved_at is null) as open,
           (select sum(available_satang) from balances) as available,
           (select sum(held_satang) from balances) as held,
           (select sum(pending_satang) from balances) as waiting,
           (select md5(string_agg(concat_ws('/', id, order_id, merchant_id, dismissed_at), ','
                                  order by id)) from movements) as movements,
           (select md5(string_agg(concat_ws('/', id, status, sequence, credited_satang,
                                            reversed_satang, refunding_satang), ','
                                  order by id)) from orders) as orders`);
  return JSON.stringify(rows);
}

/** Throws when a decision is refused and changes something. */
async function unchangedIfRefused(
  stage: Stage,
  work: () => Promise<unknown>,
): Promise<string | null> {
  const before = await footprint(stage);
  const refusal = await refusalOf(work);
  if (refusal !== null && (await footprint(stage)) !== before) {
    throw new Error(`a decision was refused (${refusal}) and changed something`);
  }
  return refusal;
}

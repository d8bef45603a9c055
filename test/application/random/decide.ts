import { resolveException } from '../../../src/application/exceptions/resolve-exception';
import type { ResolutionRequest } from '../../../src/application/exceptions/resolve-exception';
import type { Assignee } from '../../../src/application/exceptions/assign-unknown';
import type { Exception } from '../../../src/db/ledger/exceptions';
import {
  endingOf,
  nameOf as wayOf,
  requiresRest,
  resolutions,
  resolutionsOf,
  sharesOf,
} from '../../../src/domain/exception';
import type { Part, Resolution } from '../../../src/domain/exception';
import { directionOf } from '../../../src/domain/orders';
import { rests } from '../../../src/domain/resolution';
import { correctAs } from '../../support/resolve';
import { exceptionsOf, nameOf, pick, refusalOf } from './stage';
import type { Stage } from './stage';
import type { Step } from './history';

type Choices = Pick<Step, 'b' | 'c'>;

/** Divides an amount among one or two of the ways, in whole satang. */
export function divide(
  satang: number,
  ways: readonly Resolution[],
  { b, c }: Choices,
): readonly Part[] {
  const [one, other] = [pick(ways, b), pick(ways, c)];
  const first = Math.round((satang * (1 + (c % 4))) / 5);
  if (one === other || first === 0 || first === satang) return [{ as: one, amountSatang: satang }];
  return [
    { as: one, amountSatang: first },
    { as: other, amountSatang: satang - first },
  ];
}

/** Parts that the exception offers, without regard to the truth. */
function anyParts(exception: Exception, { b, c }: Choices): readonly Part[] {
  const isAdventurous = (b + c) % 4 > 0;
  const parts = sharesOf(exception).flatMap(({ ways, satang, exactly }, at) => {
    if (!exactly && (!isAdventurous || (at > 0 && b % 2 === 0))) return [];
    const amount = exactly || c % 3 > 0 ? satang : Math.ceil(satang / 2);
    return divide(amount, ways, { b: b + at, c });
  });
  if (parts.length > 0) return parts;
  const way = pick(resolutionsOf(exception), b);
  const satang = sharesOf(exception).find(({ ways }) => ways.includes(way))?.satang ?? 0;
  return [{ as: way, amountSatang: satang }];
}

export function assigneeOf({ orders, merchants, isHonest }: Stage, c: number): Assignee | null {
  const incoming = orders.filter(({ kind }) => !isHonest || directionOf(kind) === 'in');
  if (!isHonest && c % 7 === 0) return null;
  if (incoming.length > 0 && c % 3 > 0) {
    return { kind: 'order', orderId: pick(incoming, c).id };
  }
  return { kind: 'merchant', merchantId: pick(merchants, c).id };
}

/** Resolves and notes it; returns the reason of a refusal, null for success. */
export async function decideAs(
  stage: Stage,
  exception: Exception,
  parts: readonly Part[],
  request: Partial<ResolutionRequest> = {},
): Promise<string | null> {
  const providers = { routesOf: () => ({ candidates: [], rules: [] }) };
  const refusal = await unchangedIfRefused(stage, () =>
    resolveException({ db: stage.deps.db, providers }, async () => {}, {
      exceptionId: exception.id,
      parts,
      by: 'ops',
      reason: 'a random history',
      ...request,
    }),
  );
  const how = parts.map(({ as, amountSatang }) => `${as}=${amountSatang / 100}`).join();
  const { order, kind } = exception;
  const about = order === null ? 'unknown money' : nameOf(stage.orders, order.id);
  const to =
    request.assignee?.kind === 'order' ? nameOf(stage.orders, request.assignee.orderId) : '';
  stage.log.push(`${kind} of ${about} is resolved: ${how} ${to} (${refusal ?? 'done'})`);
  return refusal;
}

/** Resolves an open exception with parts that it offers; null when that is refused. */
export async function resolveAny(
  stage: Stage,
  { a, b, c }: Step,
): Promise<{ readonly exception: Exception; readonly parts: readonly Part[] } | null> {
  const open = (await exceptionsOf(stage, 'open')).filter(({ waitsFor }) => waitsFor === null);
  if (open.length === 0) return null;
  const exception = pick(open, a);
  const parts = anyParts(exception, { b, c });
  const rest = requiresRest(exception.order, parts) && c % 5 > 0 ? pick(rests, b) : null;
  const refusal = await decideAs(stage, exception, parts, { rest, assignee: assigneeOf(stage, c) });
  return refusal === null ? { exception, parts } : null;
}

/** Resolves an exception without regard to the truth, and corrects that at once. */
export async function resolveInError(stage: Stage, step: Step): Promise<void> {
  const resolved = await resolveAny(stage, step);
  if (resolved === null) return;
  const isCorrected = await correct(stage, resolved.exception.id, 'an error');
  // The correction of a release charges the merchant, and the exception offers no way to undo that.
  const isFinal = endingOf(resolved.parts) === 'fail';
  if (!isCorrected || isFinal) stage.isHonest = false;
}

/** Parts that are no valid division of the offered amounts. */
function wrongParts(exception: Exception, { b, c }: Choices): readonly Part[] {
  const shares = sharesOf(exception);
  const [share] = shares;
  const offered = resolutionsOf(exception);
  const others = resolutions.filter((way) => !offered.includes(way));
  const whole = shares.flatMap(({ ways, satang }) => divide(satang, ways, { b: c, c }));
  const [first = { as: 'dismiss' as const, amountSatang: 100 }, ...more] = whole;
  const amount = share?.satang ?? 100;
  const variants: readonly (readonly Part[])[] = [
    [{ ...first, amountSatang: first.amountSatang + 1 }, ...more],
    [first, ...more, first],
    [{ as: pick(others, c), amountSatang: amount }],
    [{ ...first, amountSatang: -100 }, ...more],
    [{ ...first, amountSatang: first.amountSatang + 0.5 }, ...more],
    [...whole, { as: 'dismiss', amountSatang: 0 }, { as: 'pay_elsewhere', amountSatang: 0 }],
    [],
    [{ ...first, amountSatang: 0 }],
  ];
  return pick(
    variants.filter((parts) => first.as !== 'dismiss' || parts !== variants[7]),
    b,
  );
}

/** Resolves an exception as nobody may. */
export async function resolveWrongly(stage: Stage, { a, b, c }: Step): Promise<void> {
  const open = await exceptionsOf(stage, 'open');
  const resolved = await exceptionsOf(stage, 'resolved');
  const isResolved = resolved.length > 0 && (open.length === 0 || c % 4 === 0);
  if (!isResolved && open.length === 0) return;
  const exception = pick(isResolved ? resolved : open, a);
  const parts = isResolved ? anyParts(exception, { b, c }) : wrongParts(exception, { b, c });
  const assignee = assigneeOf(stage, c);
  const refusal = await decideAs(stage, exception, parts, { assignee, rest: pick(rests, b) });
  if (refusal === null) throw new Error(`an invalid resolution was accepted: ${wayOf(parts)}`);
}

/** Corrects the resolution of an exception. */
export async function correctAny(stage: Stage, { a }: Step): Promise<void> {
  const resolved = await exceptionsOf(stage, 'resolved');
  if (resolved.length === 0) return;
  // The last ones are the most likely ones to be corrected.
  const { id, kind, resolved: how } = pick(resolved.toReversed(), a % 3);
  await correct(stage, id, `${how?.resolution} of ${kind}`);
}

/** Corrects a resolution, and forgets what it has moved at the bank. False when it is refused. */
async function correct(stage: Stage, exceptionId: string, what: string): Promise<boolean> {
  const refusal = await unchangedIfRefused(stage, () => correctAs(stage.deps.db, exceptionId));
  stage.log.push(`${what} is corrected (${refusal ?? 'done'})`);
  if (refusal !== null) return false;
  for (const one of stage.returned.splice(0)) {
    if (one.exceptionId !== exceptionId) stage.returned.push(one);
    else stage.moves.splice(stage.moves.indexOf(one.move), 1);
  }
  return true;
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
           (select md5(string_agg(concat_ws('/', id, order_id, merchant_id, dismissed_at), ','
                                  order by id)) from movements) as movements,
           (select md5(string_agg(concat_ws('/', id, status, sequence, credited_satang,
                                            reversed_satang, refunding_satang), ','
                                  order by id)) from orders) as orders`);
  return JSON.stringify(rows);
}

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

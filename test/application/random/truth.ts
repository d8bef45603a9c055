import type { Exception } from '../../../src/db/ledger/exceptions';
import { applyPending } from '../../../src/db/orders/apply-transition';
import { requiresRest, sharesOf } from '../../../src/domain/exception';
import type { Part } from '../../../src/domain/exception';
import { directionOf } from '../../../src/domain/orders';
import { rests } from '../../../src/domain/resolution';
import { newId } from '../../../src/lib/new-id';
import { movedFor } from './bank';
import { assigneeOf, decideAs, divide } from './decide';
import type { Step } from './history';
import { exceptionsOf, pick } from './stage';
import type { Stage } from './stage';

/*
 * An operator who knows what the bank has moved. The operator compares the ledger's bookings of an
 * order with the movements of the bank, and takes from the offered ways those that make both equal.
 */

/** The net satang that the ledger has booked at the bank for an order; null for unknown ones. */
export async function bookedFor(
  { deps, merchants, strangers, orders }: Stage,
  holder: string | null,
) {
  const names = [...strangers, ...orders.map(({ ref }) => ref)];
  const { rows } = (await deps.db.raw(
    `select coalesce(sum(case when debit = 'provider_clearing' then transfers.amount_satang
                              else -transfers.amount_satang end), 0)::bigint as satang
     from transfers
     left join exceptions on exceptions.id = exception_id
     left join callbacks as cause on cause.id = exceptions.callback_id
     left join callbacks on callbacks.id = transfers.callback_id
     where 'provider_clearing' in (debit, credit) and transfers.kind <> 'opening'
       and case when :holder::text is null
         then transfers.order_id is null and coalesce(callbacks.order_id,
                case when exceptions.kind = 'unknown_order' then null else exceptions.order_id end)
                is null
              and (transfers.merchant_id = any(:merchants)
                or coalesce(callbacks.named_order, cause.named_order) = any(:names))
         else coalesce(transfers.order_id, callbacks.order_id,
                case when exceptions.kind = 'unknown_order' then null else exceptions.order_id end)
              = :holder end`,
    { holder, names, merchants: merchants.map(({ id }) => id) },
  )) as { rows: { satang: string | number }[] };
  return Number(rows[0]?.satang);
}

/** Money of unknown orders belongs to the order that the gateway has given it to. */
export async function syncHolders({ deps, moves }: Stage): Promise<void> {
  for (const move of moves) {
    if (move.unknownTo.length === 0) continue;
    const movements = deps.db('movements').whereIn('callback_id', move.unknownTo);
    move.holder = (await movements.first('order_id'))?.order_id ?? null;
  }
}

type Decision = readonly [parts: readonly Part[], returnedSatang: number];

/** Null when the exception has no answer that is true now. */
async function truthAbout(
  stage: Stage,
  exception: Exception,
  step: Step,
  isLast: boolean,
): Promise<Decision | null> {
  const { order, suspendedSatang } = exception;
  const holder = order?.id ?? null;
  const moreSatang = movedFor(stage.moves, holder) - (await bookedFor(stage, holder));
  if (suspendedSatang > 0) {
    if (exception.kind === 'unknown_order') return unknownMoney(suspendedSatang, step);
    // The bank has taken it back already.
    const back = Math.min(Math.max(-moreSatang, 0), suspendedSatang);
    const rest = suspendedSatang - back;
    // What is written off cannot be charged when the bank takes it back: that needs a correction.
    const parts = rest > 0 ? divide(rest, ['accept', 'return'], step) : [];
    const returned = parts.find(({ as }) => as === 'return')?.amountSatang ?? 0;
    const others = parts.filter(({ as }) => as !== 'return');
    const all = back + returned;
    return [all > 0 ? [...others, { as: 'return', amountSatang: all }] : others, returned];
  }
  const parts = sharesOf(exception).flatMap((share) => {
    const { ways, satang } = share;
    if (ways.includes('complete')) return ofHold(satang, -moreSatang, isLast || step.b % 2 === 0);
    if (ways.includes('assign')) {
      // What is reported for unknown orders is true.
      const isOut = exception.movement?.direction === 'out';
      return isOut
        ? [{ as: pick(['assign', 'absorb'] as const, step.b), amountSatang: satang }]
        : [];
    }
    if (moreSatang > 0 && ways.includes('credit')) {
      return [{ as: 'credit' as const, amountSatang: Math.min(moreSatang, satang) }];
    }
    if (moreSatang === 0 && ways.includes('release') && (isLast || step.b % 2 === 0)) {
      return [{ as: 'release' as const, amountSatang: satang }];
    }
    // Of an open payout, the hold has a part of it.
    const hold =
      order !== null && sharesOf(exception).length > 1 && directionOf(order.kind) === 'out'
        ? order.amountSatang
        : 0;
    const lost = Math.min(-moreSatang - hold, satang);
    return lost > 0 && ways.includes('charge') ? divide(lost, ['charge', 'absorb'], step) : [];
  });
  if (parts.length > 0) return [parts, 0];
  const isDismissable = moreSatang === 0 || isLast;
  return isDismissable ? [[{ as: 'dismiss', amountSatang: 0 }], 0] : null;
}

function unknownMoney(satang: number, step: Step): Decision {
  if (step.b % 3 > 0) return [[{ as: 'assign', amountSatang: satang }], 0];
  const parts = divide(satang, ['return', 'write_off'], { b: step.c, c: step.a });
  return [parts, parts.find(({ as }) => as === 'return')?.amountSatang ?? 0];
}

/** The hold of an open payout, of which `left` has left. */
function ofHold(satang: number, leftSatang: number, isCertain: boolean): readonly Part[] {
  const left = Math.min(Math.max(leftSatang, 0), satang);
  if (left === 0 && !isCertain) return [];
  const parts: readonly Part[] = [
    { as: 'complete', amountSatang: left },
    { as: 'release', amountSatang: satang - left },
  ];
  return parts.filter(({ amountSatang }) => amountSatang > 0);
}

/** Resolves an open exception as the bank's movements demand. */
export async function resolveTruthfully(stage: Stage, step: Step, isLast: boolean): Promise<void> {
  const open = (await exceptionsOf(stage, 'open')).filter(({ waitsFor }) => waitsFor === null);
  if (open.length === 0) return;
  const { id, order: about } = pick(open, step.a);
  if (about !== null) await applyPending(stage.deps.db, about.id);
  await syncHolders(stage);
  // Applying what is pending may have changed it.
  const exception = (await exceptionsOf(stage, 'open')).find((one) => one.id === id);
  const truth = exception && (await truthAbout(stage, exception, step, isLast));
  if (exception === undefined || !truth) return;
  const [parts, returnedSatang] = truth;
  const rest = requiresRest(exception.order, parts) ? pick(rests, step.c) : null;
  const refusal = await decideAs(stage, exception, parts, {
    rest,
    assignee: exception.kind === 'unknown_order' ? assigneeFor(stage, exception, step.c) : null,
  });
  if (refusal !== null) return;
  await syncHolders(stage);
  if (returnedSatang > 0) await noteReturn(stage, exception, returnedSatang);
}

const assigneeFor = (stage: Stage, { movement }: Exception, c: number) =>
  movement?.direction === 'out'
    ? ({ kind: 'merchant', merchantId: stage.merchants[0].id } as const)
    : assigneeOf(stage, c);

/** The operator has the bank return money, which the provider does not report. */
async function noteReturn(
  stage: Stage,
  { id, order, callback }: Exception,
  satang: number,
): Promise<void> {
  const movements = stage.deps.db('movements').where('id', callback?.movementId ?? '');
  const first: string = (await movements.first('callback_id'))?.callback_id ?? '';
  const undoes = stage.moves.find((one) => one.callbacks.includes(first)) ?? null;
  const move = {
    holder: order?.id ?? null,
    satang: -satang,
    named: '',
    kind: 'payment',
    transactionId: newId('R'),
    payer: '',
    isNamed: false,
    isReported: false,
    undoes,
  } as const;
  const noted = { ...move, callbacks: [], unknownTo: [] };
  stage.moves.push(noted);
  stage.returned.push({ exceptionId: id, move: noted });
}

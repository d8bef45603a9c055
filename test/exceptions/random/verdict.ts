import type { Move } from './bank';
import { exceptionsOf, reconcileAll } from './operator';
import { nameOf, orderNamed, type Stage } from './stage';

/*
 * The verdict knows the book of the bank. For every order, and for the money of unknown orders, the
 * ledger has what the bank has moved. Where the provider of a walk is dishonest, an open exception
 * or a line of `reconcile` may name a difference instead.
 */

/** Whose money is: an order's, or a merchant's without an order; null for nobody's. */
type Holder = string | null;

/** Money of an unknown order belongs to the order that appeared under its name. */
function holderOf({ orders }: Stage, row: Record<string, string | null> | undefined): Holder {
  const { order_id: orderId = null, merchant_id: merchantId = null, named_order: name } = row ?? {};
  if (orderId !== null) return orderId;
  const named = orderNamed(orders, name ?? '');
  const isTheirs = named !== null && (merchantId === null || merchantId === named.merchant.id);
  return isTheirs ? named.id : merchantId;
}

/** The net satang of each holder at the bank by the ledger. */
async function ledgerOf(stage: Stage): Promise<Map<Holder, number>> {
  const { rows } = (await stage.deps.db.raw(
    `select movements.order_id, movements.merchant_id, movements.named_order,
            sum(case when debit = 'provider_clearing' then transfers.amount_satang
                     else -transfers.amount_satang end)::bigint as satang
     from transfers left join movements on movements.id = transfers.movement_id
     where 'provider_clearing' in (debit, credit) and transfers.kind <> 'opening'
     group by 1, 2, 3`,
  )) as { rows: (Record<string, string | null> & { satang: string })[] };
  const sums = new Map<Holder, number>();
  for (const { satang, ...row } of rows) {
    const holder = holderOf(stage, row);
    sums.set(holder, (sums.get(holder) ?? 0) + Number(satang));
  }
  return sums;
}

/** The same by the book of the bank. Where the bank names no order, the operator has chosen. */
async function bookOf(stage: Stage): Promise<Map<Holder, number>> {
  const sums = new Map<Holder, number>();
  for (const move of stage.moves) {
    const holder = await holderOfMove(stage, move);
    sums.set(holder, (sums.get(holder) ?? 0) + move.satang);
  }
  return sums;
}

async function holderOfMove(stage: Stage, { named, callbacks }: Move): Promise<Holder> {
  const movements = stage.deps.db('movements').whereIn('callback_id', callbacks);
  return orderNamed(stage.orders, named)?.id ?? holderOf(stage, await movements.first());
}

/**
 * Throws when bank and ledger differ and the product does not say so, and when an honest provider's
 * walk ends with a difference, or an open exception, that the operator could not settle.
 */
export async function judge(stage: Stage): Promise<void> {
  const { orders, history } = stage;
  const [ledger, bank] = [await ledgerOf(stage), await bookOf(stage)];
  const found = await reconcileAll(stage);
  const open = await exceptionsOf(stage, 'open');
  const names = [
    ...found.map(({ order }) => order),
    ...open.map(({ order, callback }) => order?.id ?? callback?.namedOrder ?? ''),
  ];
  const named = new Set(names.map((name) => orderNamed(orders, name)?.id ?? null));
  const unsettled = open.map(({ kind, id }) => `${kind} ${id} is open`);
  for (const holder of new Set([...ledger.keys(), ...bank.keys()])) {
    const [booked, moved] = [ledger.get(holder) ?? 0, bank.get(holder) ?? 0];
    if (booked === moved) continue;
    const name = holder === null ? 'unknown orders' : nameOf(orders, holder);
    const text = `${name}: the ledger has ${booked / 100} baht, the bank ${moved / 100}`;
    // What a merchant got of another's order is named with that order.
    const isTaken = stage.merchants.some(({ id }) => id === holder);
    const isNamed = isTaken ? found.some(({ kind }) => kind === 'wrong_order') : named.has(holder);
    if (!isNamed) throw new Error(`nothing names ${text}: ${JSON.stringify(found)}`);
    unsettled.push(text);
  }
  if (!history.isHonest || unsettled.length === 0) return;
  throw new Error(`the operator cannot settle ${unsettled.join()}: ${JSON.stringify(found)}`);
}

import type { WithdrawalState } from '../domain/withdrawal';
import type { Db } from './connect';
import { run } from './connect';
import { pageOfOrders } from './order-page';
import type { OrderFilter, Page, Slice } from './order-page';
import { orderFromRow } from './orders';
import type { Order, OrderRow } from './orders';

/** Who is paid, as far as it may be shown. */
export interface Payee {
  readonly username: string;
  readonly bankName: string;
  readonly bankCode: string | null;
  readonly accountMask: string;
}

export interface Withdrawal extends Order, Payee {
  readonly kind: 'withdrawal';
  readonly status: WithdrawalState;
}

interface PayeeRow {
  username: string;
  bank_name: string;
  bank_code: string | null;
  account_mask: string;
}
type WithdrawalRow = OrderRow & PayeeRow & { kind: 'withdrawal'; status: WithdrawalState };

const payeeFromRow = (row: PayeeRow): Payee => ({
  username: row.username,
  bankName: row.bank_name,
  bankCode: row.bank_code,
  accountMask: row.account_mask,
});
const withdrawalFromRow = (row: WithdrawalRow): Withdrawal => ({
  ...orderFromRow(row),
  ...payeeFromRow(row),
  kind: row.kind,
  status: row.status,
});

const payeeColumns = ['username', 'bank_name', 'bank_code', 'account_mask'] as const;
const columns = ['orders.*', ...payeeColumns.map((column) => `withdrawals.${column}`)];

/** A merchant's own withdrawal; null for another's, as for one that does not exist. */
export async function findWithdrawal(
  db: Db,
  merchantId: string,
  orderId: string,
): Promise<Withdrawal | null> {
  const row = await db('orders')
    .join('withdrawals', 'withdrawals.order_id', 'orders.id')
    .where({ 'orders.id': orderId, 'orders.merchant_id': merchantId })
    .first<WithdrawalRow | undefined>(columns);
  return row === undefined ? null : withdrawalFromRow(row);
}

export async function listWithdrawals(
  db: Db,
  filter: OrderFilter,
  slice: Slice,
): Promise<Page<Withdrawal>> {
  return pageOfOrders<WithdrawalRow, Withdrawal>(db, 'withdrawal', filter, slice, {
    add: (rows) => rows.join('withdrawals', 'withdrawals.order_id', 'orders.id').select(columns),
    read: withdrawalFromRow,
  });
}

/** Throws when the order is no withdrawal. */
export async function findPayee(db: Db, orderId: string): Promise<Payee> {
  const row = await db('withdrawals')
    .where('order_id', orderId)
    .first<PayeeRow | undefined>([...payeeColumns]);
  if (row === undefined) throw new Error(`${orderId} is no withdrawal`);
  return payeeFromRow(row);
}

/** How far the provider has been told of a payout. */
export interface PayoutProgress {
  readonly amountSatang: number;
  readonly bankName: string;
  readonly bankCode: string | null;
  readonly payeeSealed: string;
  /** Milliseconds since the provider was last about to be asked to pay; null: it was not. */
  readonly claimedForMs: number | null;
  readonly sends: number;
  readonly inquiries: number;
  /** Calls in vain since the provider last answered. */
  readonly unreached: number;
  /** Milliseconds until there is something to do; 0 or less: now. Null: nothing is planned. */
  readonly lookInMs: number | null;
}

export async function findPayoutProgress(db: Db, orderId: string): Promise<PayoutProgress | null> {
  const [row] = await run<PayoutProgress>(
    db,
    'payout-progress',
    `select amount_satang as "amountSatang", bank_name as "bankName", bank_code as "bankCode",
            payee_sealed as "payeeSealed", sends, inquiries, unreached,
            (extract(epoch from now() - claimed_at) * 1000)::bigint as "claimedForMs",
            ceil(extract(epoch from next_look_at - now()) * 1000)::bigint as "lookInMs"
     from withdrawals join orders on orders.id = withdrawals.order_id
     where withdrawals.order_id = ?`,
    [orderId],
  );
  return row ?? null;
}

/**
 * Takes the right to ask the provider to pay. False when somebody else has it: then the provider
 * may have been asked already. `sendsBefore` is what the caller has seen, so that of several who
 * have seen the same only one gets it. False, too, when the payout has ended since the caller
 * looked, or a word of the provider waits that may end it: the order is locked, so that its hold
 * cannot be freed meanwhile.
 */
export async function claimPayout(db: Db, orderId: string, sendsBefore: number): Promise<boolean> {
  const rows = await run(
    db,
    'claim-payout',
    `with payable as (
       select id from orders
       where id = ? and status in ('pending', 'processing')
         and not exists (
           select from callbacks where callbacks.order_id = orders.id and applied_at is null)
       for no key update
     )
     update withdrawals set claimed_at = now(), sends = sends + 1
     from payable where withdrawals.order_id = payable.id and sends = ? returning 1`,
    [orderId, sendsBefore],
  );
  return rows.length > 0;
}

/** What the next look at a payout has to know. */
export interface PayoutNote {
  readonly orderId: string;
  /** How often the provider had been asked to pay when this was learnt. */
  readonly sends: number;
  readonly lookInMs: number;
  readonly inquiries: number;
  readonly unreached: number;
  /** The provider never heard of it: it may be asked to pay as if for the first time. */
  readonly unclaimed: boolean;
}

/** What was learnt by somebody who has been overtaken, as after a pause, changes nothing. */
export async function notePayout(db: Db, note: PayoutNote): Promise<void> {
  await run(
    db,
    'note-payout',
    `with input as (
       select ?::text as order_id, ?::bigint as look_in_ms, ?::integer as inquiries,
              ?::integer as unreached, ?::boolean as unclaimed, ?::integer as sends
     )
     update withdrawals set
       next_look_at = now() + look_in_ms * interval '1 millisecond',
       inquiries = input.inquiries, unreached = input.unreached,
       claimed_at = case when unclaimed then null else claimed_at end
     from input where withdrawals.order_id = input.order_id and withdrawals.sends = input.sends`,
    [note.orderId, note.lookInMs, note.inquiries, note.unreached, note.unclaimed, note.sends],
  );
}

/** Nothing has to be done about a payout that has ended. */
export async function forgetPayout(db: Db, orderId: string): Promise<void> {
  await run(
    db,
    'forget-payout',
    'update withdrawals set next_look_at = null where order_id = ? and next_look_at is not null',
    [orderId],
  );
}

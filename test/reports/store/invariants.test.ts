import { createMerchant } from '../../../src/merchants/create-merchant';
import { applyPending } from '../../../src/orders/store/apply-transition';
import {
  findViolations,
  invariantNames,
  type Violation,
} from '../../../src/reports/store/invariants';
import type { Db } from '../../../src/platform/postgres/connect';
import { changeWebhook, deleteWebhook } from '../../../src/webhooks/store/webhooks';
import type { EventName } from '../../../src/kernel/events/rules/events';
import { testDatabase } from '../../support/database';
import {
  testCallback,
  testDeps,
  testMerchant,
  testPayment,
  testWebhook,
  testWithdrawal,
} from '../../support/gateway';
import { putOnLink } from '../../support/payment-links';
import { payer, testRefund } from '../../support/refunds';
import { resolveAs } from '../../support/resolve';

/** A fault that moves money, with balances that match the transfers. */
const balanced = (fault: string): string => `${fault};
  update balances set available_satang = posted.available, held_satang = posted.held,
                      pending_satang = posted.pending
  from (
    select id,
           coalesce(sum(amount_satang) filter (where account = 'available'), 0) as available,
           coalesce(sum(amount_satang) filter (where account = 'held'), 0) as held,
           coalesce(sum(amount_satang) filter (where account = 'pending'), 0) as pending
    from merchants left join postings on postings.merchant_id = merchants.id group by id
  ) as posted where posted.id = balances.merchant_id`;

/** A transfer of 1.23 baht, inserted beside everything else. */
const inserted = (kind: string, debit: string, credit: string): string =>
  balanced(`insert into transfers (merchant_id, kind, debit, credit, amount_satang)
    select id, '${kind}', '${debit}', '${credit}', 123 from merchants
    where name = 'Test shop' order by id limit 1`);

/** A resolved exception of the paid payment, with its postings. */
const resolved = (resolution: string, debit: string, credit: string, satang: number): string =>
  balanced(`
    update exceptions set resolved_at = now(), resolution = '${resolution}', resolved_by = 'x',
      reason = 'x' where kind = 'conflict';
    insert into transfers (merchant_id, order_id, exception_id, kind, debit, credit, amount_satang)
    select merchant_id, order_id, id, '${resolution}', '${debit}', '${credit}', ${satang}
    from exceptions where kind = 'conflict'`);

const paid = "(select order_id from transfers where kind = 'receive' order by id desc limit 1)";
const accepted = "(select resolution_id from transfers where kind = 'accept')";

/** The paid payment of 100 baht cost 2 %, and 7 % VAT on the fee. */
const pricedPayment = `
  insert into prices (id, merchant_id, method, bands, valid_from, created_at)
  select 'price_1', merchant_id, 'qr',
         '[{"fromSatang": 0, "rate": 20000, "flatSatang": 0}]',
         created_at, created_at
  from orders where id = ${paid};
  update orders set price_id = 'price_1', fee_base_satang = 10000, fee_satang = 200,
                    fee_vat_satang = 14, fee_vat_rate = 70000
    where id = ${paid};
  insert into transfers (merchant_id, order_id, kind, debit, credit, amount_satang,
                         provider_account)
  select merchant_id, id, posting, 'available', credit, satang, provider_account_id
  from orders, (values ('fee', 'fees', 200), ('fee_vat', 'vat_payable', 14))
    as posted(posting, credit, satang)
  where price_id is not null`;

/** The paid payment came in under a rule of two bank days. */
const ruledPayment = `
  insert into maturity_rules (merchant_id, provider_account_id, number, days, created_at)
  select merchant_id, provider_account_id, 1, 2, now() - interval '1 day'
  from orders where id = ${paid}`;

/** Transfers of it from and to the pending balance, of today. */
const pendingMoved = (...moved: readonly (readonly [kind: string, satang: number])[]): string =>
  balanced(`
    insert into transfers (merchant_id, order_id, kind, debit, credit, amount_satang,
                           provider_account, pending_day, pending_days)
    select merchant_id, case when moved.kind <> 'mature' then id end, moved.kind, debit, credit,
           satang, case when moved.kind <> 'mature' then provider_account_id end,
           (now() at time zone 'Asia/Bangkok')::date, 2
    from orders, (values ${moved.map(([kind, satang]) => `('${kind}', ${satang})`).join(', ')})
      as moved (kind, satang) join transfer_kinds on transfer_kinds.kind = moved.kind
    where id = ${paid}`);

/** Its day, as `maturing` has it. */
const pendingDay = (satang: number, maturedAt: string): string => `
  insert into maturing (merchant_id, days, day, satang, matured_at)
  select merchant_id, 2, (now() at time zone 'Asia/Bangkok')::date, ${satang}, ${maturedAt}
  from orders where id = ${paid}`;

/** Changes of a running database by a person who knows its tables, with balances that add up. */
const corruptions: readonly (readonly [invariant: string, fault: string, sql: string])[] = [
  [
    'an order that its money has paid is credited with its amount',
    'a paid order whose amount was raised a hundredfold',
    `update orders set amount_satang = amount_satang * 100, credited_satang = amount_satang
     where id = ${paid}`,
  ],
  [
    'an order that its money has paid is credited with its amount',
    'a paid order that was credited with less',
    balanced(`update transfers set amount_satang = 9000
        where kind = 'receive' and order_id = ${paid};
      update callbacks set booked_satang = booked_satang - 1000,
                           amount_satang = amount_satang - 1000
        where order_id = ${paid} and booked_satang is not null;
      update movements set amount_satang = amount_satang - 1000
        where order_id = ${paid} and source = 'callback';
      update orders set credited_satang = 9000, received_satang = received_satang - 1000
        where id = ${paid}`),
  ],
  [
    'a transition agrees with its cause',
    'a payout that the bank has paid, failed and credited back',
    balanced(`update transfers set kind = 'void', credit = 'available', movement_id = null
        where kind = 'post';
      update status_changes set transition = 'fail', to_status = 'failed'
        where transition = 'complete';
      update orders set status = 'failed', completed_at = null, failure_code = 'x'
        where kind = 'refund'`),
  ],
  [
    'a transition agrees with its cause',
    'a failed order that succeeded by the decision of nobody',
    "update status_changes set cause = 'exc_none' where transition = 'pay'",
  ],
  [
    'a callback that moved its order is the cause of a transition',
    'a repeated callback that is said to have moved its order',
    "update callbacks set outcome = 'moved'",
  ],
  [
    'a transfer of an exception is posted by a resolution of it',
    'suspended money that is accepted without a resolution',
    balanced(`insert into transfers (merchant_id, order_id, exception_id, kind, debit, credit,
                                     amount_satang)
      select merchant_id, order_id, id, 'accept', 'suspense', 'available', 500
      from exceptions where resolved_at is null and amount_satang is not null`),
  ],
  [
    'a transfer of an exception is posted by a resolution of it',
    'a reversal that no correction has posted',
    balanced(`insert into transfers (merchant_id, order_id, exception_id, resolution_id, kind,
                                     debit, credit, amount_satang)
      select merchant_id, order_id, exception_id, resolution_id, 'undo_accept', credit, debit, 1
      from transfers where kind = 'accept'`),
  ],
  [
    'a resolved exception has one uncorrected resolution, an open one has none',
    'an exception that is resolved without a resolution',
    `update exceptions set resolved_at = now(), resolution = 'dismiss', resolved_by = 'x',
       reason = 'x' where kind = 'conflict'`,
  ],
  [
    'a resolved exception has one uncorrected resolution, an open one has none',
    'a resolution whose parts were changed with its postings',
    balanced(`update resolutions set parts = '[{"as":"write_off","amountSatang":200},
        {"as":"return","amountSatang":100}]' where id = ${accepted};
      update transfers set kind = 'write_off', credit = 'written_off' where kind = 'accept'`),
  ],
  [
    'a resolution posts no more than its parts',
    'a charge beside the parts of a resolution',
    balanced(`insert into transfers (merchant_id, order_id, exception_id, resolution_id,
                                     movement_id, kind, debit, credit, amount_satang)
      select merchant_id, order_id, exception_id, resolution_id, 'mov_x', 'absorb', 'written_off',
             'provider_clearing', 1 from transfers where kind = 'accept'`),
  ],
  [
    'money that a resolution returns to its payer has a refund',
    'a resolution that credited the merchant and says that it refunded',
    `update resolutions set parts = '[{"as":"refund","amountSatang":300}]' where id = ${accepted};
     update exceptions set resolution = 'refund' where resolution = 'accept'`,
  ],
  [
    'a correction has the parts of the resolution that it reverses',
    'a correction of less than the resolution',
    `insert into resolutions (id, exception_id, order_id, corrects, parts, reason, decided_by)
     select 'rsn_x', exception_id, order_id, id, '[]', 'x', 'x' from resolutions limit 1`,
  ],
  [
    'the amounts that a callback books are its transfers',
    'amounts that were moved from one callback to another',
    `update callbacks set booked_satang = booked_satang + 1 where booked_satang is not null`,
  ],
  [
    'a callback is about the order that it names',
    'a callback that was given to another order',
    "update orders set ref = 'X' || ref; update callbacks set named_order = 'another'",
  ],
  [
    'an order is succeeded exactly when it has a time of completion',
    'a succeeded order without a time',
    "update orders set completed_at = null where status = 'succeeded'",
  ],
  ...(
    [
      ['at another account than its callback', "account = 'pac_other'"],
      ['in the other direction', "direction = case direction when 'in' then 'out' else 'in' end"],
      ['with another transaction id', "transaction_id = 'another ' || id"],
      ['with another amount', 'amount_satang = amount_satang + 1'],
    ] as const
  ).map(
    ([fault, change]) =>
      [
        'a movement agrees with the callback that reported it first',
        `a movement ${fault}`,
        `update movements set ${change} where callback_id is not null`,
      ] as const,
  ),
  [
    'a dismissed movement is not booked',
    'a booked movement that is dismissed',
    'update movements set dismissed_at = now()',
  ],
  [
    'an opening balance is the first transfer of a merchant of a sandbox',
    'an invented opening balance of a merchant that had none',
    balanced(`insert into transfers (merchant_id, kind, debit, credit, amount_satang, created_at)
      select id, 'opening', 'provider_clearing', 'available', 100000000,
             created_at + interval '2 minutes' from merchants where name = 'Other'`),
  ],
  [
    'an opening balance is the first transfer of a merchant of a sandbox',
    'a second opening balance',
    inserted('opening', 'provider_clearing', 'available'),
  ],
  [
    'an opening balance is the first transfer of a merchant of a sandbox',
    'an opening balance in live mode',
    "insert into deployment (mode) values ('live')",
  ],
  [
    'a transfer has the time of its cause',
    'a posting that is backdated by 40 days',
    `update transfers set created_at = created_at - interval '40 days',
       effective_at = effective_at - interval '41 days' where kind = 'receive'`,
  ],
  [
    'transfers are numbered in the order of their times',
    'a hold that is backdated by 40 days',
    `update transfers set created_at = created_at - interval '40 days',
       effective_at = effective_at - interval '41 days' where kind = 'hold'`,
  ],
  [
    'a refund is of the payment that its events name',
    'a refund of another payment',
    `update refunds set payment_id = (select min(id) from orders where kind = 'payment'
       and id <> refunds.payment_id)`,
  ],
  [
    'an order and its refunds belong to one merchant, and to that of the key',
    'a payment of another merchant',
    `update orders set merchant_id = (select id from merchants where name = 'Other')
     where kind = 'payment'`,
  ],
  [
    'sums of days equal the transfers that they have rolled up',
    'an invented day',
    `insert into transfer_days (merchant_id, day, kind, count, satang)
     select id, '2026-01-01', 'receive', 1, 100 from merchants`,
  ],
  [
    'sums of days equal the transfers that they have rolled up',
    'transfers that are passed over',
    'update transfer_rollup set rolled_up_id = 1000000',
  ],
];

/**
 * Invariants with a statement that violates each, as a bug of the gateway would. A fault may
 * violate further invariants.
 */
const faults: readonly (readonly [invariant: string, fault: string, sql: string])[] = [
  [
    'order_states has every order once, with its present columns',
    'a list that misses a status',
    "update order_states set status = 'failed' where status = 'succeeded'",
  ],
  ...["method = 'token'", 'moved_satang = 1', 'fee_satang = 1', 'fee_vat_satang = 1'].map(
    (change) =>
      [
        'order_states has every order once, with its present columns',
        `a sum of the month with ${change}`,
        `update order_states set ${change} where status = 'succeeded'`,
      ] as const,
  ),
  [
    'the pending callbacks and deliveries are those of their tables',
    'a pending delivery that the sweeper cannot find',
    'delete from pending_deliveries',
  ],
  [
    'the pending callbacks and deliveries are those of their tables',
    'a callback that is pending for ever',
    `insert into pending_callbacks (callback_id) select id from callbacks`,
  ],
  ...(
    [
      ['receive', 'provider_clearing', 'available'],
      ['suspend', 'provider_clearing', 'suspense'],
      ['hold', 'available', 'held'],
      ['post', 'held', 'provider_clearing'],
      ['void', 'held', 'available'],
      ['accept', 'suspense', 'available'],
      ['write_off', 'suspense', 'written_off'],
      ['return', 'suspense', 'provider_clearing'],
      ['credit', 'provider_clearing', 'available'],
      ['charge', 'available', 'provider_clearing'],
      ['absorb', 'written_off', 'provider_clearing'],
    ] as const
  ).map(
    ([kind, debit, credit]) =>
      [
        'a transfer references the rows that its kind requires',
        `${kind} without an order, a callback or an exception`,
        inserted(kind, debit, credit),
      ] as const,
  ),
  [
    'a transfer references the rows that its kind requires',
    'a settle transfer without its callback',
    "update transfers set callback_id = null where kind = 'receive'",
  ],
  [
    'a transfer references the rows that its kind requires',
    'a settle transfer with an exception',
    "update transfers set exception_id = (select min(id) from exceptions) where kind = 'receive'",
  ],
  [
    'a transfer belongs to the merchant of its order',
    'a payment that is credited to another merchant',
    balanced(`update transfers set merchant_id = (select id from merchants where name = 'Other')
      where kind = 'receive'`),
  ],
  [
    'the callback and the exception of a transfer belong to its order',
    'a transfer with the callback of another order',
    `update transfers set callback_id = (
       select id from callbacks where route = 'withdrawal' limit 1) where kind = 'receive'`,
  ],
  [
    'a payment is not refunded and reversed beyond what was received',
    'a refunded payment that is charged back as well',
    resolved('charge', 'available', 'provider_clearing', 10_000),
  ],
  [
    'the reversed amount of an incoming order is what was taken of it, up to what is not refunding',
    'a payment that is reversed without a charge',
    "update orders set reversed_satang = 1 where kind = 'payment' and refunding_satang = 0",
  ],
  ...(
    [
      ['a second charge of what was charged', 'charge', 'available', 'provider_clearing'],
      ['a loss that is absorbed beside its charge', 'absorb', 'written_off', 'provider_clearing'],
      ['an acceptance that is reversed twice', 'undo_accept', 'available', 'suspense'],
    ] as const
  ).map(
    ([fault, kind, debit, credit]) =>
      [
        'an incoming order takes no more back than it credited',
        fault,
        `${resolved('charge', 'available', 'provider_clearing', 10_000)};
         ${resolved(kind, debit, credit, 1)}`,
      ] as const,
  ),
  [
    'a balance is the sum of its postings',
    'an increase by one satang',
    'update balances set available_satang = available_satang + 1',
  ],
  [
    'a balance is the sum of its postings',
    'pending money that is beside the ledger',
    'update balances set pending_satang = pending_satang + 1',
  ],
  ...(
    [
      ['a day with a satang more than was credited', pendingMoved(['defer', 100]), 101, 'null'],
      ['a day that nobody noted', pendingMoved(['defer', 100]), 0, 'null'],
      [
        'a day that matured and may mature again',
        pendingMoved(['defer', 100], ['mature', 100]),
        0,
        'null',
      ],
      ['a day that matured without its money', pendingMoved(['defer', 100]), 0, 'now()'],
    ] as const
  ).map(
    ([what, moved, satang, maturedAt]) =>
      [
        'the pending money of a day is what was credited and has not matured',
        what,
        `${moved}; ${pendingDay(satang, maturedAt)}`,
      ] as const,
  ),
  ...(
    [
      [
        'a refund that took the pending money of another payment',
        `${pendingMoved(['defer', 100], ['recall', 100])};
         update transfers set order_id = (select min(id) from orders where kind = 'payment'
                                            and id <> transfers.order_id)
         where kind = 'defer'`,
      ],
      [
        'money that is pending again without having been taken',
        pendingMoved(['defer', 100], ['defer_again', 1]),
      ],
    ] as const
  ).map(
    ([what, fault]) =>
      [
        'no more is pending of a payment than it was credited, and refunds take of their own',
        what,
        fault,
      ] as const,
  ),
  ...(
    [
      ['a credit that is available at once', ''],
      ['a part of a credit that is available at once', `; ${pendingMoved(['defer', 9_999])}`],
      [
        'a credit with the bank days of another rule',
        `; ${pendingMoved(['defer', 10_000])}; update transfers set pending_days = 3`,
      ],
    ] as const
  ).map(
    ([what, more]) =>
      [
        'money is pending for the bank days of the rule that applied',
        what,
        `${ruledPayment}${more}`,
      ] as const,
  ),
  [
    'the credited amount of an incoming order equals its transfers',
    'a deleted settle transfer',
    "delete from transfers where kind = 'receive'",
  ],
  ...(
    [
      ['a fee of another amount', 'fee_satang = 201', ''],
      ['a VAT of another rate', 'fee_vat_satang = 15', ''],
      ['a base of another amount', 'fee_base_satang = 9999', ''],
      ['an unknown price', "price_id = 'price_none'", ''],
      [
        'a fee that stays whole although its price returns it',
        'fee_satang = 200',
        `update prices set bands = '[{"fromSatang": 0, "rate": 20000, "flatSatang": 0,
                                      "isReturned": true}]';
         update refunds set payment_id = ${paid}`,
      ],
      ['a share that no refund has returned', 'fee_refunded_satang = 100', ''],
      ['a charge-back that nobody charged', 'fee_disputes = 1', ''],
      [
        'a fee that is kept although nothing was charged back',
        'fee_base_satang = 10000, fee_taken_satang = 5000, fee_satang = 300, fee_vat_satang = 21',
        "update transfers set amount_satang = 300 where kind = 'fee'; " +
          "update transfers set amount_satang = 21 where kind = 'fee_vat'",
      ],
      [
        'a fee that is kept although nothing was undone',
        'fee_base_satang = 10000, fee_undone_satang = 5000, fee_satang = 300, fee_vat_satang = 21',
        "update transfers set amount_satang = 300 where kind = 'fee'; " +
          "update transfers set amount_satang = 21 where kind = 'fee_vat'",
      ],
      ['a fee that is not posted', 'fee_satang = 200', "delete from transfers where kind = 'fee'"],
      [
        'a VAT that is not posted',
        'fee_satang = 200',
        "delete from transfers where kind = 'fee_vat'",
      ],
      [
        'a fee that stays held',
        'fee_satang = 200',
        `insert into transfers (merchant_id, order_id, kind, debit, credit, amount_satang,
                                provider_account)
         select merchant_id, id, 'hold_fee', 'available', 'held', 1, provider_account_id
         from orders where price_id is not null`,
      ],
    ] as const
  ).map(
    ([what, column, more]) =>
      [
        'an order has the fee of its price, of what it credited or paid out, assigned money too',
        what,
        balanced(
          `${pricedPayment}; update orders set ${column} where price_id is not null; ${more}`,
        ),
      ] as const,
  ),
  ...(
    [
      ['a payment without the price of its method', 'qr', '1 hour', ''],
      ['a payment with the price of another method', 'token', '0', pricedPayment],
      ['a payment with an earlier price', 'qr', '1 hour', pricedPayment],
    ] as const
  ).map(
    ([what, method, age, more]) =>
      [
        'an order has the price of its method that was valid when its money moved',
        what,
        balanced(`${more};
          ${method === 'token' ? "update prices set method = 'token';" : ''}
          update prices set valid_from = valid_from - interval '2 hours',
                            created_at = created_at - interval '2 hours';
          insert into prices (id, merchant_id, method, bands, valid_from, created_at)
          select 'price_2', merchant_id, '${method}', '[]', created_at - interval '${age}',
                 created_at - interval '2 hours'
          from orders where id = ${paid}`),
      ] as const,
  ),
  ...(
    [
      ['a closed month that nobody noted', ''],
      [
        'a month with the VAT of its rounded lines',
        `insert into vat_months
           (merchant_id, month, fee_satang, vat_satang, posted_satang)
         select merchant_id, date_trunc('month', now() at time zone 'Asia/Bangkok')::date,
                200, 15, 14
         from orders where price_id is not null`,
      ],
    ] as const
  ).map(
    ([what, more]) =>
      [
        'the VAT of a closed month is that of the sum of its fees',
        what,
        balanced(`${pricedPayment};
          update vat_closing set through = date_trunc('month', now() at time zone 'Asia/Bangkok');
          ${more}`),
      ] as const,
  ),
  [
    'the cost of a movement is the first that its provider has named, or the expected one',
    'a cost that nobody named',
    `insert into movement_costs (movement_id, account, cost_satang, posted_on)
     select id, account, 100, now() from movements where account = 'default' limit 1`,
  ],
  [
    'the posted costs of an account are those of its movements',
    'a cost of no movement',
    `insert into transfers (kind, debit, credit, amount_satang, provider_account)
     values ('provider_cost', 'provider_costs', 'provider_clearing', 100, 'default')`,
  ],
  [
    'only succeeded orders are settled',
    'a status reset to pending',
    "update orders set status = 'pending' where kind = 'payment'",
  ],
  [
    'a payout holds its amount, and its end posts or voids the hold',
    'a deleted void transfer',
    "delete from transfers where kind = 'void'",
  ],
  [
    'the received amount of an order equals its bookings by callbacks and operators',
    'an increase by one satang',
    'update orders set received_satang = received_satang + 1',
  ],
  [
    'money in suspense equals the amounts of open exceptions',
    'a deleted exception',
    "delete from exceptions where kind = 'amount_mismatch' and resolved_at is null",
  ],
  [
    'a movement is booked with its amount, or is not booked',
    'a movement that is booked twice',
    balanced(`insert into transfers (merchant_id, order_id, callback_id, movement_id, kind, debit,
        credit, amount_satang)
      select other.merchant_id, other.id, callback_id, movement_id, 'receive', debit, credit,
             transfers.amount_satang
      from transfers, orders as other
      where transfers.kind = 'receive' and other.kind = 'withdrawal' limit 1`),
  ],
  [
    'a movement is booked for the order and the merchant that it belongs to',
    'a movement moved to another order',
    "update movements set order_id = (select min(id) from orders where kind = 'withdrawal')",
  ],
  [
    'a transfer to or from the bank has a movement',
    'a settle transfer without its movement',
    "update transfers set movement_id = null where kind = 'receive'",
  ],
  [
    'a transfer has the account of its movement, and takes effect no earlier than it moved',
    'a credit of another day than its payment',
    `update movements set moved_at = created_at;
     update transfers set effective_at = created_at - interval '1 day' where kind = 'receive'`,
  ],
  [
    'a transfer has the account of its movement, and takes effect no earlier than it moved',
    'a credit at another account',
    "update transfers set provider_account = 'other' where kind = 'receive'",
  ],
  [
    'money that an operator reports to have moved back is booked with its amount, or not',
    'a return that is recorded with another amount',
    "update movements set amount_satang = amount_satang + 1 where source = 'operator'",
  ],
  [
    'an order has at most 100 movements',
    'a hundred additional movements',
    `insert into movements (id, direction, amount_satang, order_id, merchant_id, source)
     select 'mov_' || nth, 'in', 100, id, merchant_id, 'callback'
     from orders, generate_series(1, 100) as nth where id = (
       select order_id from movements where direction = 'in' limit 1)`,
  ],
  [
    'a resolution posts its parts, and a correction reverses them',
    'a deleted posting',
    balanced("delete from transfers where kind = 'accept'"),
  ],
  [
    'a resolved exception has one uncorrected resolution, an open one has none',
    'an exception reopened without a correction',
    `update exceptions
     set resolved_at = null, resolution = null, resolved_by = null, reason = null`,
  ],
  ...corruptions,
  [
    'the status of an order is that of its last transition',
    'a status without a transition',
    "update orders set status = 'failed' where status = 'succeeded'",
  ],
  [
    'each transition starts in the status in which the previous one ended',
    'a deleted transition',
    "delete from status_changes where from_status = 'pending' and kind = 'withdrawal'",
  ],
  [
    'the events of an order are numbered without gaps, up to its sequence',
    'a gap in the sequence',
    'update events set sequence = sequence + 10 where sequence = 2',
  ],
  [
    'every creation, transition, adjustment and required action has its event',
    'a missing event',
    'update orders set sequence = sequence + 1',
  ],
  [
    'every creation, transition, adjustment and required action has its event',
    'a required action without its event',
    'update provider_requests set required_actions = required_actions + 1',
  ],
  [
    'an event has a delivery for each webhook that was subscribed when it was written',
    'a subscribed webhook without a delivery',
    `delete from deliveries where webhook_id = (
       select max(webhook_id) from deliveries where webhook_id is not null)`,
  ],
  [
    'an event has a delivery for each webhook that was subscribed when it was written',
    'an event that is inserted without its deliveries',
    // A trigger notes the subscribers.
    `set local session_replication_role = origin;
     insert into events (id, merchant_id, order_id, sequence, name, body)
     select 'evt_y', merchant_id, order_id, 9, name, '{}' from events
     where name = 'payment.succeeded' limit 1`,
  ],
  [
    'an event and its deliveries belong to the merchant of their order',
    'a delivery to a webhook of another merchant',
    `update webhooks set merchant_id = (select id from merchants where name = 'Other')
     where id = (select min(id) from webhooks)`,
  ],
  [
    'an event and its deliveries belong to the merchant of their order',
    'an event of another merchant',
    `update events set merchant_id = (select id from merchants where name = 'Other')
     where id = (select min(id) from events)`,
  ],
  [
    'the refund totals of a payment equal the sums of its refunds',
    'an increase by one satang',
    'update orders set refunding_satang = 1 where refunding_satang = 0',
  ],
  [
    'rolled-up counts equal the counted orders',
    'a count that is too high',
    `insert into order_counts
     select merchant_id, kind, status, date_trunc('hour', now() - interval '1 day', 'UTC'), 1
     from orders limit 1`,
  ],
  [
    'a contradicting or mismatching callback has opened an exception',
    'a deleted exception',
    "delete from exceptions where kind = 'conflict'",
  ],
  [
    'a payment link counts its succeeded payments, which are of its merchant',
    'a forgotten payment',
    'update payment_links set paid = paid - 1',
  ],
  [
    'a payment link counts its succeeded payments, which are of its merchant',
    'a link of another merchant',
    "update payment_links set merchant_id = (select id from merchants where name = 'Other')",
  ],
  [
    'a payment link counts its succeeded payments, which are of its merchant',
    'an unknown link',
    "update orders set payment_link_id = 'pl_x' where payment_link_id is not null",
  ],
  [
    'money settles at most as many payments as a link takes, and none after its stop',
    'a payment beyond the limit',
    'update payment_links set payments_max = 1',
  ],
  [
    'money settles at most as many payments as a link takes, and none after its stop',
    'a payment after the stop',
    'update payment_links set stopped_at = created_at',
  ],
  [
    'a succeeded delivery has a successful attempt, and attempts are numbered without gaps',
    'a missing attempt',
    'update deliveries set attempts = attempts + 1',
  ],
];

/** Orders of each kind with everything that can happen to them. */
async function createOrders(knex: Db): Promise<void> {
  const deps = testDeps(knex);
  const { merchant } = await testMerchant(knex, { openingSatang: 100_000 });
  await createMerchant(knex, 'Other', 0);
  await testWebhook(deps, merchant, 'http://127.0.0.1:1/', ['payment.succeeded']);
  await testWebhook(deps, merchant, 'http://127.0.0.1:2/', ['payment.succeeded']);
  const paid = await testPayment(deps, merchant);
  await testCallback(deps, paid, { reported: 'succeeded', amountSatang: 10_500 });
  await testCallback(deps, paid, { reported: 'failed' });
  await applyPending(knex, paid);
  const back = await testRefund(deps, merchant, {
    paymentId: paid,
    destination: { ...payer, bankCode: '014' },
  });
  await testCallback(deps, back, { reported: 'succeeded' });
  await applyPending(knex, back);
  await testWithdrawal(deps, merchant);
  const out = await testWithdrawal(deps, merchant);
  await knex.raw(
    `insert into status_changes (order_id, kind, transition, from_status, to_status, cause)
     values (?, 'withdrawal', 'send', 'pending', 'processing', 'x')`,
    [out],
  );
  await knex('orders').where('id', out).update({ status: 'processing', sequence: 2 });
  await knex.raw(
    `insert into events (id, merchant_id, order_id, sequence, name, body)
     values ('evt_x', ?, ?, 2, 'withdrawal.processed', '{}')`,
    [merchant.id, out],
  );
  await testCallback(deps, out, { reported: 'failed' });
  await applyPending(knex, out);
  const over = await testPayment(deps, merchant);
  await testCallback(deps, over, { reported: 'succeeded', amountSatang: 10_300 });
  await applyPending(knex, over);
  const excess = await knex('exceptions').where('order_id', over).first<{ id: string }>('id');
  await resolveAs(knex, excess?.id ?? '', 'accept=2,return=1');
  const linked = [await testPayment(deps, merchant), await testPayment(deps, merchant)];
  const linkId = await putOnLink({ db: knex }, linked[0] ?? '');
  await putOnLink({ db: knex }, linked[1] ?? '', linkId);
  for (const id of linked) {
    await testCallback(deps, id, { reported: 'succeeded' });
    await applyPending(knex, id);
  }
}

test('every invariant has a planted fault', () => {
  const broken = new Set(faults.map(([invariant]) => invariant));
  expect([...broken].toSorted()).toEqual(invariantNames.toSorted());
});

describe('orders of each kind', () => {
  let knex: Db;
  beforeAll(async () => {
    ({ knex } = await testDatabase());
    await createOrders(knex);
  });

  /** The violations after a fault, which is then rolled back. */
  async function foundAfter(fault: string): Promise<readonly Violation[]> {
    const trx = await knex.transaction();
    try {
      // Who plants a fault disables triggers and foreign keys.
      await trx.raw('set local session_replication_role = replica');
      await trx.raw(fault);
      return await findViolations(trx);
    } finally {
      await trx.rollback();
    }
  }

  test('break no invariant before a fault is planted', async () => {
    expect(await findViolations(knex)).toEqual([]);
  });

  test.each(faults)('%s: found after %s', async (name, _fault, sql) => {
    const found = await foundAfter(sql);
    expect(found.map(({ invariant }) => invariant)).toContain(name);
    for (const { rows } of found) expect(rows.length).toBeGreaterThan(0);
  });

  test('sums beyond a safe integer, and beyond a bigint, are found and do not throw', async () => {
    const largest = '9223372036854775807';
    const found = await foundAfter(`
      update transfers set amount_satang = ${largest};
      update callbacks set booked_satang = ${largest} where booked_satang is not null;
      update orders set received_satang = ${largest}, sequence = 2147483647;
      update events set sequence = 2147483647 where sequence = 2;
      update events set sequence = -2147483648 where sequence = 1;
      update balances set available_satang = ${largest}, held_satang = ${largest};
      update deliveries set attempts = 2147483647`);
    expect(found.map(({ invariant }) => invariant)).toEqual(
      expect.arrayContaining([
        'a balance is the sum of its postings',
        'the received amount of an order equals its bookings by callbacks and operators',
        'the events of an order are numbered without gaps, up to its sequence',
      ]),
    );
    // Exact to the satang: as text where a JSON number would not be.
    const balance = found.find(({ invariant }) => invariant.startsWith('a balance'));
    expect(balance?.rows).toContainEqual(
      expect.objectContaining({ availableSatang: largest, heldSatang: largest }),
    );
    expect(JSON.stringify(found)).toContain(`"${2n * BigInt(largest)}"`);
  });
});

test('an event keeps the webhooks that were subscribed when it was written', async () => {
  const { knex } = await testDatabase();
  const deps = testDeps(knex);
  const { merchant } = await testMerchant(knex);
  const hook = (events: readonly EventName[]) =>
    testWebhook(deps, merchant, 'http://127.0.0.1:1/', events);
  const [both, paused, deleted, other, edited] = await Promise.all([
    hook(['payment.pending', 'payment.succeeded']),
    hook(['payment.succeeded']),
    hook(['payment.succeeded']),
    hook(['withdrawal.pending']),
    hook(['payment.succeeded']),
  ]);
  const paid = await testPayment(deps, merchant);
  await changeWebhook(knex, merchant.id, paused.webhookId, { enabled: false });
  await deleteWebhook(knex, merchant.id, deleted.webhookId);
  await changeWebhook(knex, merchant.id, edited.webhookId, { events: ['payment.failed'] });
  await testCallback(deps, paid, { reported: 'succeeded' });
  await applyPending(knex, paid);
  // Later changes do not affect it.
  await hook(['payment.succeeded']);
  await changeWebhook(knex, merchant.id, other.webhookId, { events: ['payment.succeeded'] });
  await changeWebhook(knex, merchant.id, both.webhookId, { enabled: false });
  const events = await knex('events').where('order_id', paid).orderBy('sequence');
  expect(events.map(({ subscribers }) => subscribers as unknown)).toEqual([
    [both.webhookId],
    [both.webhookId],
  ]);
  expect(await findViolations(knex)).toEqual([]);
});

const rules = ['test/fees/rules/price.test.ts'];
const orders = ['test/fees/order-fees.test.ts'];
const refunded = ['test/fees/refunded-fees.test.ts'];
const pages = ['test/fees/pages/prices.test.ts'];

module.exports = [
  {
    file: 'src/fees/rules/price.ts',
    tests: rules,
    faults: [
      {
        what: 'a fee rounds half a satang down',
        find: '2 * remainder >= RATE_WHOLE',
        replace: '2 * remainder > RATE_WHOLE',
      },
      {
        what: 'VAT is of the fee before its rounding to a limit',
        find: 'vatSatang: shareOf(feeSatang, vatRate) };\n}\n\n/** The greatest',
        replace: 'vatSatang: shareOf(plain, vatRate) };\n}\n\n/** The greatest',
      },
      {
        what: 'the minimum of a price counts for nothing',
        find: 'Math.max(plain, minSatang ?? 0)',
        replace: 'plain',
      },
      {
        what: 'the maximum of a price counts for nothing',
        find: ', maxSatang ?? Infinity);',
        replace: ', Infinity);',
      },
      {
        what: 'a band begins above its amount',
        find: 'fromSatang <= amountSatang',
        replace: 'fromSatang < amountSatang',
      },
      {
        what: 'the next version of a price is valid before its time',
        find: 'const begun = prices.filter(({ validFrom }) => validFrom <= at);',
        replace: 'const begun = prices;',
      },
      {
        what: 'a capped fee leaves the VAT to be paid on top',
        find: 'if (total(fee) <= amountSatang) return fee;',
        replace: 'if (fee.feeSatang <= amountSatang) return fee;',
      },
      {
        what: 'no VAT is charged after the last known rate',
        find: '?? rates.at(-1))?.rate',
        replace: ')?.rate',
      },
    ],
  },
  {
    file: 'src/fees/rules/price.ts',
    tests: refunded,
    faults: [
      {
        what: 'the share of a fee that a refund returns is rounded down',
        find: '* refunded + amount) / (2n * amount)',
        replace: '* refunded) / (2n * amount)',
      },
      {
        what: 'the VAT of a fee is kept when the fee is returned',
        find: 'return { feeSatang, vatSatang: shareOf(feeSatang, vatRate) };\n}\n\n/** Of a number',
        replace: 'return { feeSatang, vatSatang: fee.vatSatang };\n}\n\n/** Of a number',
      },
    ],
  },
  {
    file: 'src/fees/store/prices.ts',
    tests: pages,
    faults: [
      {
        what: 'the costs of last month are those of all time',
        find: 'completed_at between ${bangkokDayStart(from)} and',
        replace: "completed_at between coalesce('-infinity', ${bangkokDayStart(from)}) and",
      },
    ],
  },
  {
    file: 'src/orders/refund/store/refunds.ts',
    tests: refunded,
    faults: [
      {
        what: 'money that goes back to its sender returns a fee',
        find: "part->>'refundId' = refund.id)",
        replace: "part->>'refundId' = payment.id)",
      },
      {
        what: 'every price returns its fee with refunds',
        find: " and (bands->0->>'isReturned')::boolean`",
        replace: '`',
      },
    ],
  },
  {
    file: 'src/fees/rules/order-fee.ts',
    tests: refunded,
    faults: [
      {
        what: 'a refund returns a fee that its price keeps',
        find: '  if (price.bands[0]?.isReturned !== true) return whole;\n',
        replace: '',
        survives: 'No statement finds the refunds of such a price.',
      },
      {
        what: 'a corrected charge-back still costs a fee',
        find: "return count('charge') - count('undo_charge');",
        replace: "return count('charge');",
      },
      {
        what: 'the fee of what is charged back is returned although its price keeps it',
        find: 'if (price.bands[0]?.isKept !== true) return {};',
        replace: 'if (price.bands[0]?.isKept !== false) return {};',
      },
      {
        what: 'every price keeps the fee of what is charged back',
        find: 'if (price.bands[0]?.isKept !== true) return {};',
        replace: '',
      },
      {
        what: 'money that the bank gives back costs a fee again',
        find: "const given = isOfAmount || undoneSatang > 0 ? 0 : sum('credit');",
        replace: 'const given = 0;',
      },
      {
        what: 'a corrected charge-back leaves a fee of its own',
        find: "isOfAmount ? 0 : sum('charge') - sum('undo_charge');",
        replace: "isOfAmount ? 0 : sum('charge');",
      },
      {
        what: 'a charge of a wrong amount keeps the fee of it',
        find: "isOfAmount ? 0 : sum('charge')",
        replace: "isOfAmount === null ? 0 : sum('charge')",
      },
      {
        what: 'a credit that replaces an undone one costs a fee again',
        find: '(credited > 0 ? 0 : undoneSatang)',
        replace: '(credited > 0 ? undoneSatang : undoneSatang)',
      },
      {
        what: 'an undone return to the sender leaves a fee',
        find: "sum('undo_accept') + Math.min(0, returnedSatang)",
        replace: "sum('undo_accept')",
      },
    ],
  },
  {
    file: 'src/fees/rules/order-fee.ts',
    tests: ['test/fees/rules/order-fee.test.ts', 'test/fees/order-fees.test.ts'],
    faults: [
      {
        what: 'the fee of a payout is that of the price of today',
        find: 'const agreed = feeOf(priceOf(',
        replace: 'const agreed = feeOf(priceAt(pricing.prices, new Date()) ?? priceOf(',
      },
      {
        what: 'the VAT of a fee is that of today',
        find: 'vatRateAt(pricing.vatRates, at) };',
        replace: 'vatRateAt(pricing.vatRates, new Date()) };',
      },
    ],
  },
  {
    file: 'src/fees/acts.ts',
    tests: pages,
    faults: [
      {
        what: 'who approves a price sees the fees without it',
        find: 'atPriceSatang: after.feeSatang',
        replace: 'atPriceSatang: before.feeSatang',
      },
    ],
  },
  {
    file: 'src/reports/store/invariants/fees.ts',
    tests: ['test/fees/expected-costs.test.ts'],
    faults: [
      {
        what: 'audit demands costs of movements after midnight in Bangkok',
        find: 'select through::timestamp at time zone',
        replace: 'select through at time zone',
      },
    ],
  },
  {
    file: 'src/fees/set-price.ts',
    tests: refunded,
    faults: [
      {
        what: 'a payout returns a fee with refunds',
        find: ' && isPayout(setting.method)) {',
        replace: ' && isPayout(setting.method) && first === null) {',
      },
    ],
  },
  {
    file: 'src/fees/rules/order-fee.ts',
    tests: orders,
    faults: [
      {
        what: 'the fee of a payment exceeds what it credits',
        find: 'feeWithin(price, pricedSatang, vatRate);',
        replace: 'feeOf(price, pricedSatang, vatRate);',
      },
      {
        what: 'a later credit is free',
        find: 'if (before === null || (net === 0 && refundedSatang === undefined)) {',
        replace: 'if (before === null || net === 0 || (order.fee !== null && net > 0)) {',
      },
      {
        what: 'a fee is kept when the money is taken back',
        find: 'return [{ kind: name, amountSatang: Math.abs(change) }];',
        replace: 'return change < 0 ? [] : [{ kind: name, amountSatang: change }];',
      },
      {
        what: 'the held fee of a payout is never released',
        find: 'const isHeld = endsItsHold && !pricing.isOwed && totalOf(before) > 0;',
        replace: 'const isHeld = false && endsItsHold && totalOf(before) > 0;',
      },
      {
        what: 'a payout that failed costs its fee',
        find: 'const charged = baseSatang <= 0 ? noFee : agreed;',
        replace: 'const charged = agreed;',
      },
      {
        what: 'a merchant pays the fee of its own account from its balance',
        find: "const due = isOwed ? '_due' : '';",
        replace: "const due = isOwed && before.feeSatang < 0 ? '_due' : '';",
      },
    ],
  },
  {
    file: 'src/orders/store/lock-order.ts',
    tests: orders,
    faults: [
      {
        what: 'an order has the price of every method',
        find: 'pricingOf(sql`orders.merchant_id`, methodOf,',
        replace: "pricingOf(sql`orders.merchant_id`, sql`'qr'`,",
      },
    ],
  },
  {
    file: 'src/orders/withdrawal/store/create-withdrawal.ts',
    tests: orders,
    faults: [
      {
        what: 'a payout is created although the balance does not cover its fee',
        find: '+ ${recalled} >= keyed.amount_satang + ${feeHeld}',
        replace: '+ ${recalled} >= keyed.amount_satang',
      },
    ],
  },
  {
    file: 'src/fees/store/prices.ts',
    tests: pages,
    faults: [
      {
        what: 'a price begins in the past',
        find: '     where valid_from >= now()\n',
        replace: '',
      },
    ],
  },
  {
    file: 'src/fees/store/close-vat-month.ts',
    tests: ['test/fees/vat-month.test.ts'],
    faults: [
      {
        what: 'a month is closed before it is over',
        find: '  where ${endsAt} < ${closed}::timestamptz returning 1',
        replace: '  where ${closed}::timestamptz is not null returning 1',
      },
      {
        what: 'the VAT of a month is rounded the wrong way',
        find: "case when due > posted then 'vat_true_up'",
        replace: "case when due < posted then 'vat_true_up'",
      },
      {
        what: 'two processes close a month twice',
        find: 'from vat_closing for update skip locked`',
        replace: 'from vat_closing`',
      },
    ],
  },
  {
    file: 'src/fees/store/post-provider-costs.ts',
    tests: ['test/fees/provider-costs.test.ts', 'test/fees/expected-costs.test.ts'],
    faults: [
      {
        what: 'two processes post the costs of a day twice',
        find: ' for update of cost_closing skip locked`',
        replace: '`',
      },
      {
        what: "the cost of a merchant's own account is the platform's",
        find: '      and provider_accounts.merchant_id is null\n',
        replace: '',
      },
      {
        what: 'the cost of a dismissed movement is not posted back',
        find: 'set is_returned = is_dismissed or is_back,',
        replace: 'set is_returned = is_back,',
      },
      {
        what: 'a cost is posted each day again',
        find: 'where not exists (select from movement_costs where movement_id = movements.id)',
        replace: '',
      },
      {
        what: 'a cost is expected although the provider names it',
        find: '\n    and movements.id not in (select movement_id from named)',
        replace: '',
      },
      {
        what: 'the cost of a movement is that of a later version',
        find: "and valid_from <= least(${movementTimeOf('movements')}, movements.created_at)",
        replace: '',
      },
      {
        what: 'a cost is expected before the provider can name it',
        find: 'and movements.created_at < ${today}::timestamp',
        replace: "and movements.created_at < '2099-12-31'::timestamp",
      },
      {
        what: 'the VAT of an expected cost is left out',
        find: 'cost + round(cost * vat_rate / 1000000.0)',
        replace: 'cost',
      },
      {
        what: 'money that moves back costs as a payout',
        find: '\n    and movements.follows is null',
        replace: '',
      },
      {
        what: 'an expected cost stays when the provider names another one',
        find: '        or movement_costs.named_satang is distinct from found.named_satang)',
        replace: '        )',
      },
      {
        what: 'an expected cost follows each later answer',
        find: 'then coalesce(named_satang, named.cost_satang) end as named_satang',
        replace: 'then coalesce(named.cost_satang, named_satang) end as named_satang',
        survives: 'The first answer about a movement stays the first.',
      },
      {
        what: 'the expected cost of money that has moved back is kept',
        find: "and ${netOf('movements.id')} = 0 as is_back",
        replace: "and ${netOf('movements.id')} < 0 as is_back",
      },
      {
        what: 'a cost that the provider has named is posted back with the money',
        find: 'expected_id is not null and coalesce(named_satang, named.cost_satang) is null',
        replace: 'expected_id is not null',
      },
      {
        what: 'a movement that was dismissed first never costs',
        find: 'returning account, case when is_returned then 0 else cost_satang end as cost_satang',
        replace: 'returning account, cost_satang',
      },
    ],
  },
  {
    file: 'src/fees/acts.ts',
    tests: pages,
    faults: [
      {
        what: 'one operator sets a price alone',
        find: '  needsApproval: approvalsAreOn,\n  /** The approver sees',
        replace: '  needsApproval: () => false,\n  /** The approver sees',
      },
    ],
  },
  {
    file: 'src/orders/callbacks/store/callbacks.ts',
    tests: ['test/fees/pages/margins.test.ts'],
    faults: [
      {
        what: 'a cost that a provider names later is not stored',
        find: '(input.cost_satang is null or exists (',
        replace: '(true or exists (',
      },
    ],
  },
  {
    file: 'src/fees/store/margins.ts',
    tests: ['test/fees/expected-costs.test.ts'],
    faults: [
      {
        what: 'the margin counts a cost that was posted back',
        find: 'where not is_returned and',
        replace: 'where',
      },
      {
        what: 'the margin is by an expected cost that the provider has corrected',
        find: 'select coalesce(named_satang, cost_satang) as satang',
        replace: 'select cost_satang as satang',
      },
      {
        what: 'a named cost is said to be expected',
        find: 'filter (where expected_id is not null and named_satang is null)',
        replace: 'filter (where expected_id is not null)',
      },
    ],
  },
  {
    file: 'src/fees/store/expected-costs.ts',
    tests: ['test/fees/pages/margins.test.ts'],
    faults: [
      {
        what: 'an expected cost begins in the past',
        find: '       where valid_from >= now()\n',
        replace: '',
      },
      {
        what: "a cost is expected of a merchant's own account",
        find: ' and merchant_id is null',
        replace: '',
      },
    ],
  },
  {
    file: 'src/fees/acts.ts',
    tests: ['test/fees/pages/margins.test.ts'],
    faults: [
      {
        what: 'one operator sets an expected cost alone',
        find: 'terms, validFrom }),\n  ),\n  needsApproval: approvalsAreOn,',
        replace: 'terms, validFrom }),\n  ),\n  needsApproval: () => false,',
      },
    ],
  },
  {
    file: 'src/exceptions/assign-unknown.ts',
    tests: ['test/fees/assigned-fees.test.ts'],
    faults: [
      {
        what: 'money that is assigned to a merchant costs nothing',
        find: ', ...postAssigned(fee, pricing)] };',
        replace: '] };',
      },
      {
        what: 'the fee of assigned money is not stored',
        find: 'fee: given?.fee ?? null,',
        replace: 'fee: null,',
      },
    ],
  },
  {
    file: 'src/exceptions/correct-exception.ts',
    tests: ['test/fees/assigned-fees.test.ts'],
    faults: [
      {
        what: 'the fee of assigned money is kept when the assignment is undone',
        find: 'undoOf(kind, assignedSatang), ...returns);',
        replace: 'undoOf(kind, assignedSatang));',
      },
      {
        what: 'the correction of an assignment does not say what fee it returns',
        find: 'isAdjustment, fee: returnedOf(resolution) };',
        replace: 'isAdjustment };',
      },
    ],
  },
  {
    file: 'src/fees/rules/order-fee.ts',
    tests: ['test/fees/assigned-fees.test.ts'],
    faults: [
      {
        what: 'the fee of assigned money exceeds it',
        find: 'vatRate, ...feeWithin(price, amountSatang, vatRate) };',
        replace: 'vatRate, ...feeOf(price, amountSatang, vatRate) };',
      },
    ],
  },
  {
    file: 'src/fees/store/prices.ts',
    tests: ['test/fees/assigned-fees.test.ts'],
    faults: [
      {
        what: 'the price of assigned money is that of the decision',
        find: "sql`select ${effectiveTimeOf('movements')} as at,",
        replace: 'sql`select now() as at,',
      },
      {
        what: "assigned money on a merchant's own account costs from its balance",
        find: 'sql`movements.account`)}',
        replace: "sql`'none'`)}",
      },
    ],
  },
  {
    file: 'src/fees/store/close-vat-month.ts',
    tests: ['test/fees/assigned-fees.test.ts'],
    faults: [
      {
        what: 'the fee of assigned money is in no month',
        find: 'from transfers left join orders on orders.id = transfers.order_id',
        replace: 'from transfers join orders on orders.id = transfers.order_id',
      },
    ],
  },
];

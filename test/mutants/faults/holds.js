const overdraft = [
  'test/api/withdrawals/create-201.test.ts',
  'test/api/withdrawals/create-403.test.ts',
  'test/api/withdrawals/limit.test.ts',
  'test/application/refund-races.test.ts',
];

module.exports = [
  {
    file: 'src/db/orders/create-withdrawal.ts',
    tests: [...overdraft, 'test/web/owner-safety.test.ts'],
    faults: [
      {
        what: 'a hold takes more than is available, to the constraint',
        find: '        and available_satang >= input.amount_satang\n',
        replace: '',
      },
      {
        what: 'a hold may use what is held already',
        find: 'and available_satang >= input.amount_satang',
        replace: 'and available_satang + held_satang >= input.amount_satang',
      },
      {
        what: 'the last satang cannot be held',
        find: 'and available_satang >= input.amount_satang',
        replace: 'and available_satang > input.amount_satang',
      },
      {
        what: 'a hold is not added to what is held',
        find: 'held_satang = held_satang + input.amount_satang,',
        replace: 'held_satang = held_satang,',
      },
      {
        what: 'a day’s limit is not looked at',
        find: '(day_limit_satang is null',
        replace: '(true',
      },
      {
        what: 'a payout is taken while payouts are on hold',
        find: '(payouts_held_until is null or',
        replace: '(true or',
      },
      {
        what: 'what was asked for on the day before counts for today',
        find: 'case when asked_on >= today.day then asked_satang else 0 end',
        replace: 'asked_satang',
      },
      {
        what: 'a day begins at midnight of UTC',
        find: "now() at time zone 'Asia/Bangkok'",
        replace: "now() at time zone 'UTC'",
      },
      {
        what: 'an order is created without its hold',
        find: "condition: 'exists (select from held)'",
        replace: "condition: 'true'",
      },
    ],
  },
  {
    file: 'src/db/orders/create-refund.ts',
    tests: ['test/application/refund-races.test.ts', 'test/api/refunds/create-200.test.ts'],
    faults: [
      {
        what: 'a refund takes nothing of its payment',
        find: 'set refunding_satang = refunding_satang + allowed.amount_satang',
        replace: 'set refunding_satang = refunding_satang',
      },
    ],
  },
  {
    file: 'src/db/orders/refunds.ts',
    tests: [
      'test/application/refund-races.test.ts',
      'test/api/refunds/concurrency.test.ts',
      'test/api/refunds/create-400.test.ts',
    ],
    faults: [
      {
        what: 'a payment is not locked for its refund',
        find: `where id = \${paymentId} and merchant_id = \${merchantId} and kind = 'payment'
     for no key update`,
        replace: `where id = \${paymentId} and merchant_id = \${merchantId} and kind = 'payment'`,
      },
    ],
  },
  {
    file: 'src/db/orders/refunds.ts',
    tests: ['test/application/refund-terms.test.ts'],
    faults: [
      {
        what: 'a deposit can be looked over for a refund',
        find: "merchant_id = ${merchantId} and kind = 'payment'`,",
        replace: 'merchant_id = ${merchantId}`,',
      },
    ],
  },
  {
    file: 'src/application/payments/refund-terms.ts',
    tests: ['test/application/refund-terms.test.ts'],
    faults: [
      {
        what: 'what is being refunded can be refunded again',
        find: ' - refundingSatang;',
        replace: ';',
      },
      {
        what: 'a refund of a satang too much is taken',
        find: 'if (amountSatang > leftSatang ||',
        replace: 'if (amountSatang > leftSatang + 1 ||',
      },
      {
        what: 'a refund of nothing is taken when all was given back',
        find: ' || leftSatang === 0) {',
        replace: ') {',
      },
    ],
  },
];

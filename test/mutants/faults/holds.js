const overdraft = [
  'test/orders/withdrawal/api/create-201.test.ts',
  'test/orders/withdrawal/api/create-403.test.ts',
  'test/orders/withdrawal/api/limit.test.ts',
  'test/orders/refund/refund-races.test.ts',
];

module.exports = [
  {
    file: 'src/orders/withdrawal/store/create-withdrawal.ts',
    tests: [...overdraft, 'test/merchants/team/owner-safety.test.ts'],
    faults: [
      {
        what: 'only the check constraint limits a hold',
        find: '        and available_satang + ${recalled} >= keyed.amount_satang + ${feeHeld}\n',
        replace: '',
      },
      {
        what: 'a hold may use held money',
        find: 'and available_satang + ${recalled} >= keyed',
        replace: 'and available_satang + held_satang + ${recalled} >= keyed',
      },
      {
        what: 'a hold of the whole balance is rejected',
        find: 'and available_satang + ${recalled} >= keyed',
        replace: 'and available_satang + ${recalled} > keyed',
      },
      {
        what: 'a hold does not increase the held amount',
        find: 'held_satang = held_satang + keyed.amount_satang + ${feeHeld},',
        replace: 'held_satang = held_satang,',
      },
      {
        what: 'a retry holds the amount again',
        find: 'from keyed, today where',
        replace: 'from input as keyed, today where',
        also: ['test/kernel/idempotency/idempotency.test.ts'],
      },
      {
        what: 'the daily limit is not checked',
        find: '(day_limit_satang is null',
        replace: '(true',
      },
      {
        what: 'a payout is accepted while payouts are held',
        find: '(payouts_held_until is null or',
        replace: '(true or',
      },
      {
        what: 'amounts of the day before count towards today’s limit',
        find: 'case when payouts_day >= today.day then payouts_satang else 0 end',
        replace: 'payouts_satang',
      },
      {
        what: 'a day begins at midnight UTC',
        find: "now() at time zone 'Asia/Bangkok'",
        replace: "now() at time zone 'UTC'",
      },
      {
        what: 'an order is created without its hold',
        find: 'condition: sql`exists (select from held)`',
        replace: 'condition: sql`true`',
      },
    ],
  },
  {
    file: 'src/orders/refund/store/create-refund.ts',
    tests: ['test/orders/refund/refund-races.test.ts', 'test/orders/refund/api/create-200.test.ts'],
    faults: [
      {
        what: 'a refund reserves nothing of its payment',
        find: 'set refunding_satang = refunding_satang + allowed.amount_satang',
        replace: 'set refunding_satang = refunding_satang',
      },
    ],
  },
  {
    file: 'src/orders/refund/store/refunds.ts',
    tests: [
      'test/orders/refund/refund-races.test.ts',
      'test/orders/refund/api/concurrency.test.ts',
      'test/orders/refund/api/create-400.test.ts',
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
    file: 'src/orders/refund/store/refunds.ts',
    tests: ['test/orders/refund/refund-terms.test.ts'],
    faults: [
      {
        what: 'a deposit can be previewed for a refund',
        find: "merchant_id = ${merchantId} and kind = 'payment'`,",
        replace: 'merchant_id = ${merchantId}`,',
      },
    ],
  },
  {
    file: 'src/orders/refund/refund-terms.ts',
    tests: ['test/orders/refund/refund-terms.test.ts'],
    faults: [
      {
        what: 'an amount that is being refunded can be refunded again',
        find: ' - refundingSatang;',
        replace: ';',
      },
      {
        what: 'a refund of one satang too much is accepted',
        find: 'if (amountSatang > leftSatang ||',
        replace: 'if (amountSatang > leftSatang + 1 ||',
      },
      {
        what: 'a refund of zero is accepted after a full refund',
        find: ' || leftSatang === 0) {',
        replace: ') {',
      },
    ],
  },
];

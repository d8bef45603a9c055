const manual = ['test/orders/refund/manual-refunds.test.ts'];
const terms = ['test/orders/refund/refund-terms.test.ts', 'test/orders/refund/api/method.test.ts'];

module.exports = [
  {
    file: 'src/orders/refund/record-refund.ts',
    tests: ['test/orders/refund/pages/refund-form.test.ts'],
    faults: [
      {
        what: 'a merchant records a refund of money that the gateway holds',
        find: "if (!terms.isOwnMoney) throw new Problem('payment_not_refundable');",
        replace: '',
      },
    ],
  },
  {
    file: 'src/orders/refund/rules/refund-method.ts',
    tests: terms,
    faults: [
      {
        what: 'a refund that the provider cannot make is submitted to it',
        find: "if (provider === 'none') return 'manual';",
        replace: "if (provider === 'none') return 'push';",
      },
    ],
  },
  {
    file: 'src/orders/refund/refund-terms.ts',
    tests: terms,
    faults: [
      {
        what: 'a part is refunded where the provider refunds in full only',
        find: '!isDivisible && amountSatang !== payment.creditedSatang',
        replace: '!isDivisible && amountSatang > payment.creditedSatang',
      },
      {
        what: 'a named destination is ignored where the provider pays the payer',
        find: "if (asked === null || payment.method === 'token') return null;",
        replace: 'return null;',
      },
    ],
  },
  {
    file: 'activities/submit-or-inquire.ts',
    tests: manual,
    faults: [
      {
        what: 'a manual refund is submitted',
        find: 'progress.isManual || ',
        replace: '',
      },
    ],
  },
  {
    file: 'src/orders/store/provider-requests.ts',
    tests: manual,
    faults: [
      {
        what: 'the submission of a manual refund can be claimed',
        find: '       and not is_manual and',
        replace: '       and',
      },
    ],
  },
  {
    file: 'src/kernel/outbox/store/sweep.ts',
    tests: manual,
    faults: [
      {
        what: 'manual refunds are swept every minute',
        find: 'where not is_over and not is_manual and not awaits_approval\n',
        replace: 'where not is_over and not awaits_approval\n',
      },
    ],
  },
  {
    file: 'src/orders/refund/store/manual-refunds.ts',
    tests: manual,
    faults: [
      {
        what: 'a manual refund is released while its payment is being proposed',
        find: 'select from orders where id = ${refundId} for no key update',
        replace: 'select from orders where id = ${refundId}',
      },
      {
        what: 'a bank reference pays two refunds',
        find: 'and order_id is distinct from orders.id)',
        replace: 'and false)',
      },
      {
        what: 'a bank reference pays refunds of two accounts',
        find: "and earlier.reported = 'succeeded'",
        replace: "and earlier.reported = 'failed'",
      },
      {
        what: 'reports with the same reference do not wait for each other',
        find: 'if (transactionId !== null) {',
        replace: 'if (transactionId === null) {',
      },
      {
        what: 'an operator decides a refund that the provider pays',
        find: ' and is_manual\n       and not awaits_approval`,',
        replace: '`,',
      },
      {
        what: 'decided manual refunds stay in the list',
        find: " and orders.status in ('pending', 'processing')",
        replace: '',
      },
    ],
  },
  {
    file: 'src/exceptions/resolve-exception.ts',
    tests: manual,
    faults: [
      {
        what: 'a manual refund is released by an exception while its payment awaits an approval',
        find: '(await isProposedAsPaid(trx, order.id))',
        replace: 'false',
      },
    ],
  },
  {
    file: 'src/orders/refund/decide-manual-refund.ts',
    tests: manual,
    faults: [
      {
        what: 'a decision about an ended refund is recorded',
        find: 'if (applied?.transitions.includes(transition) !== true)',
        replace: 'if (applied === null)',
      },
    ],
  },
];

const tables = ['test/domain/state-tables.test.ts', 'test/db/apply-transition.test.ts'];

module.exports = [
  {
    file: 'src/domain/orders/machine.ts',
    tests: tables,
    faults: [
      {
        what: 'a step is taken from any state',
        find: 'find((candidate) => candidate.from === state)',
        replace: 'find((candidate) => candidate.from !== undefined)',
      },
      {
        what: 'what the table does not know is a repeat',
        find: "    : { kind: 'conflict' };",
        replace: "    : { kind: 'repeat' };",
      },
    ],
  },
  {
    file: 'src/domain/orders/payment.ts',
    tests: tables,
    faults: [
      {
        what: 'a second pay of a payment is a conflict',
        find: "pay: ['succeeded'],",
        replace: 'pay: [],',
      },
      {
        what: 'a failure of a paid payment is no news',
        find: "fail: ['failed', 'expired'],",
        replace: "fail: ['succeeded', 'failed', 'expired'],",
      },
      {
        what: 'a payment that failed goes on waiting',
        find: "open: ['pending'],",
        replace: "open: ['pending', 'failed'],",
      },
      {
        what: 'an expired payment is told of as failed',
        find: "event: 'payment.expired'",
        replace: "event: 'payment.failed'",
      },
    ],
  },
  {
    file: 'src/domain/orders/withdrawal.ts',
    tests: tables,
    faults: [
      {
        what: 'a failed withdrawal keeps its hold',
        find: "fail: steps('failed', events.failed, 'void'),",
        replace: "fail: steps('failed', events.failed, 'post'),",
      },
      {
        what: 'a success of a failed withdrawal is no news',
        find: "complete: ['succeeded'],",
        replace: "complete: ['succeeded', 'failed'],",
      },
      {
        what: 'a failure of a withdrawal that left is no news',
        find: "fail: ['failed'],",
        replace: "fail: ['failed', 'succeeded'],",
      },
      {
        what: 'a withdrawal that was sent is not waited for',
        find: "open: ['pending', 'processing'],",
        replace: "open: ['pending'],",
      },
    ],
  },
  {
    file: 'src/domain/orders/refund.ts',
    tests: tables,
    faults: [
      {
        what: 'a failed refund is told of as completed',
        find: "failed: 'refund.failed',",
        replace: "failed: 'refund.completed',",
      },
    ],
  },
  {
    file: 'src/domain/callback.ts',
    tests: ['test/domain/callback.test.ts'],
    faults: [
      {
        what: 'a declined payment is heard as paid',
        find: "declined: 'failed',",
        replace: "declined: 'succeeded',",
      },
      {
        what: 'the status 1001 is not known',
        find: "  '1001': 'succeeded',\n",
        replace: '',
      },
      {
        what: 'an account number in a failure is shown',
        find: "replace(/\\d(?:[ -]?\\d){5,}/g, 'xxxxxx')",
        replace: "replace(/\\d(?:[ -]?\\d){50,}/g, 'xxxxxx')",
        also: ['test/api/callbacks/withdrawal.test.ts'],
      },
    ],
  },
  {
    file: 'src/application/payments/refund-terms.ts',
    tests: [
      'test/api/refunds/create-200.test.ts',
      'test/api/refunds/create-400.test.ts',
      'test/api/refunds/destination.test.ts',
    ],
    faults: [
      {
        what: 'a payment that did not succeed is refunded',
        find: "if (payment.status !== 'succeeded') {",
        replace: "if (payment.status === 'pending') {",
      },
      {
        what: 'a payment is refunded a day after its window',
        find: 'payment.completedForDays > REFUND_WINDOW_DAYS',
        replace: 'payment.completedForDays > REFUND_WINDOW_DAYS + 1',
      },
      {
        what: 'the account that paid is not asked for',
        find: 'if (fromPayer !== null) return fromPayer;',
        replace: '',
      },
    ],
  },
  {
    file: 'src/db/orders/lock-order.ts',
    tests: ['test/db/apply-transition.test.ts', 'test/api/callbacks/payment.test.ts'],
    faults: [
      {
        what: 'an order is not locked for its move',
        find: 'and merchant_id = coalesce(${merchantId}, merchant_id) for no key update',
        replace: 'and merchant_id = coalesce(${merchantId}, merchant_id)',
        also: ['test/application/refund-races.test.ts'],
      },
      {
        what: 'another merchant’s payment is ended',
        find: 'and merchant_id = coalesce(${merchantId}, merchant_id) for',
        replace: 'and merchant_id = coalesce(merchant_id, ${merchantId}) for',
        also: ['test/api/payments/expire.test.ts'],
      },
      {
        what: 'a deadline that passed is not looked at',
        find: 'remainingMs !== null && remainingMs <= 0 && isOpen(',
        replace: 'remainingMs !== null && remainingMs <= -60_000 && isOpen(',
      },
    ],
  },
  {
    file: 'src/db/orders/apply-transition.ts',
    tests: ['test/db/apply-transition.test.ts', 'test/api/callbacks/payment.test.ts'],
    faults: [
      {
        what: 'a payment by token is ended by its merchant',
        find: "  if (locked.method === 'token') return locked;\n",
        replace: '',
        also: ['test/api/payments/token.test.ts'],
      },
    ],
  },
  {
    file: 'src/db/orders/write-transition.ts',
    tests: ['test/db/apply-transition.test.ts', 'test/api/callbacks/payment.test.ts'],
    faults: [
      {
        what: 'a transfer is credited to the account that it is debited to',
        find: 'credit: accounts[kind].to,',
        replace: 'credit: accounts[kind].from,',
      },
      {
        what: 'a refund that ended settles nothing of its payment',
        find: 'if (reducesPayment && step !== null) endRefund(trx, after);',
        replace: '',
        also: ['test/api/callbacks/refund.test.ts'],
      },
      {
        what: 'a move that does not write what it decided commits',
        find:
          'when orders.n = orders_due and balances.n = balances_due and callbacks.n ' +
          '= callbacks_due then 0',
        replace: 'when true then 0',
      },
      {
        what: 'the reason of a failure is left out',
        find: 'if (code === null) return failure;',
        replace: 'return failure;',
        also: ['test/api/callbacks/withdrawal.test.ts'],
      },
    ],
  },
];

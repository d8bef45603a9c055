const newCode = ['test/orders/checkout/new-code.test.ts'];
const returning = ['test/orders/checkout/return-url.test.ts'];
const sandbox = ['test/orders/checkout/sandbox-pay.test.ts'];
const tryAgain = ['test/orders/checkout/try-again.test.ts'];

module.exports = [
  {
    file: 'src/orders/store/apply-transition.ts',
    tests: newCode,
    faults: [
      {
        what: 'money for a payment and for the one that replaces it is credited twice',
        find: 'if (!(await isPaidElsewhere(trx, { id, chainId }))) return decision;',
        replace: 'if (id !== chainId) return decision;',
      },
    ],
  },
  {
    file: 'src/orders/payment/store/chains.ts',
    tests: newCode,
    faults: [
      {
        what: 'two payments under one checkout that are paid at once are both credited',
        find: "'lock-chain', sql`select 1 from orders where id = ${chainId} for no key update`",
        replace: "'read-chain', sql`select 1 from orders where id = ${chainId}`",
      },
      {
        what: 'a payment that its merchant has expired is replaced',
        find: "and status_changes.cause = 'merchant')",
        replace: "and status_changes.cause = '')",
      },
      {
        what: 'a payment with money is replaced',
        find: ' or member.received_satang > 0)',
        replace: ')',
      },
    ],
  },
  {
    file: 'src/orders/payment/find-hosted-payment.ts',
    tests: newCode,
    faults: [
      {
        what: 'a payment is replaced without a limit',
        find: 'place >= CHAIN_MAX || ',
        replace: '',
      },
      {
        what: 'the page shows the newest code although an older one is paid',
        find: 'paid ?? short ?? newest',
        replace: 'newest',
      },
    ],
  },
  {
    file: 'src/orders/payment/store/chains.ts',
    tests: tryAgain,
    faults: [
      {
        what: 'a payment that another one has replaced is tried again',
        find: 'and not exists (select from checkouts where checkouts.previous_id = ${previousId})',
        replace: '',
      },
    ],
  },
  {
    file: 'src/orders/payment/find-replaced.ts',
    tests: tryAgain,
    faults: [
      {
        what: "a payment takes the checkout of another merchant's",
        find: 'await findPayment(db, merchant.id, previousId)',
        replace: `await findPayment(db, (await db('orders').where('id', previousId)
          .first('merchant_id'))?.merchant_id, previousId)`,
      },
      {
        what: 'a try has another amount than the first',
        find: 'if (previous.amountSatang !== amountSatang)',
        replace: 'if (false)',
      },
      {
        what: 'the tries of a card have no limit',
        find: 'place > CHAIN_MAX || ',
        replace: '',
      },
    ],
  },
  {
    file: 'src/orders/payment/renew-payment.ts',
    tests: newCode,
    faults: [
      {
        what: 'payers use the whole quota of a merchant',
        find: 'payersShare(max)',
        replace: 'max',
      },
    ],
  },
  {
    file: 'src/orders/payment/pay-in-sandbox.ts',
    tests: sandbox,
    faults: [
      {
        what: 'a live deployment pays like a sandbox',
        find: "config.mode !== 'sandbox' || payload === null",
        replace: 'payload === null',
      },
    ],
  },
  {
    file: 'src/contract/checkout-fields.ts',
    tests: returning,
    faults: [
      {
        what: 'a return URL may be a script',
        find: '/^https?:\\/\\/([^/?#]+)/i',
        replace: '/^[a-z]+:(.+)/i',
      },
      {
        what: 'a return URL may have a user name',
        find: " && !host.includes('@')",
        replace: '',
      },
    ],
  },
  {
    file: 'src/orders/checkout-details.ts',
    tests: returning,
    faults: [
      {
        what: 'a live payment returns to http',
        find: "  if (new URL(returnUrl).protocol === 'https:') return;\n",
        replace: '  return;\n',
      },
      {
        what: 'the return URL lacks the payment',
        find: '`${url.search}&`}payment_id=${paymentId}',
        replace: '`${url.search}&`}payment_id=',
      },
    ],
  },
];

const keys = [
  'test/orders/refund/api/idempotency.test.ts',
  'test/kernel/idempotency/idempotency.test.ts',
];
const races = 'test/kernel/idempotency/races.test.ts';

module.exports = [
  {
    file: 'src/kernel/idempotency/store.ts',
    tests: keys,
    faults: [
      {
        what: 'a key never expires',
        find: '            and key = ${claim.key} and expires_at > now()`',
        replace: '            and key = ${claim.key}`',
        also: ['test/webhooks/api/create.test.ts'],
      },
      {
        what: 'a key is shared by all operations',
        find: 'and operation = ${claim.operation}\n',
        replace: '\n',
      },
      {
        what: 'another request with the same key is a replay',
        find: 'fingerprint = ${claim.fingerprint} as same',
        replace: 'true as same',
      },
      {
        what: 'a key in use is bound again',
        find: '    where idempotency_keys.expires_at <= now()\n',
        replace: '',
      },

      {
        what: 'an expired key cannot be bound',
        find: 'where idempotency_keys.expires_at <= now()',
        replace: 'where false',
        also: [races],
      },
      {
        what: 'a key that is bound again keeps its old expiry time',
        find: 'expires_at = excluded.expires_at',
        replace: 'expires_at = idempotency_keys.expires_at',
        also: [races],
      },
      {
        what: 'a response is stored under the keys of every operation',
        find: 'where merchant_id = ${merchantId} and operation = ${operation} and key = ${key}',
        replace: 'where merchant_id = ${merchantId} and key = ${key}',
      },
      {
        what: 'keys are purged before they expire',
        find: `       select ctid from idempotency_keys where expires_at <= now() limit \${limit}))
       and expires_at <= now()`,
        replace: '       select ctid from idempotency_keys limit ${limit}))',
        also: ['test/workflows/housekeeping.test.ts'],
      },
    ],
  },
  {
    file: 'src/kernel/idempotency/store.ts',
    tests: [
      races,
      'test/kernel/idempotency/idempotency.test.ts',
      'test/orders/payment/batched.test.ts',
    ],
    faults: [
      {
        what: 'a key in use is bound again by another order',
        find: '    where idempotency_keys.expires_at <= now()\n',
        replace: '',
      },
    ],
  },
  {
    file: 'src/orders/store/create-orders.ts',
    tests: [
      races,
      'test/kernel/idempotency/idempotency.test.ts',
      'test/orders/payment/batched.test.ts',
    ],
    faults: [
      {
        what: 'an order is created although its key is in use',
        find: 'where key is null or (merchant_id, operation, key) in (select * from claimed)',
        replace: 'where true',
      },
      {
        what: 'two orders with one key in one statement are both created',
        find: 'return !seen.has(scope) && seen.add(scope);',
        replace: 'return seen.add(scope);',
      },
    ],
  },
  {
    file: 'src/kernel/idempotency/idempotency.ts',
    tests: keys,
    faults: [
      {
        what: 'a key with another request is answered as a replay',
        find: "if (used?.sameRequest === false) throw new Problem('idempotency_key_reused');",
        replace: '',
      },
      {
        what: 'a key that expired during a request is not bound',
        find: 'const TRIES_MAX = 3;',
        replace: 'const TRIES_MAX = 0;',
      },
      {
        what: 'the response of a use case is not stored under its key',
        find: 'if (claim !== null) await bindAnswer(trx, claim, sealAnswer(deps, body));',
        replace: '',
      },
      {
        what: 'a creating transaction continues although its key is in use',
        find: 'if (!(await claimKey(trx, claim, { answer: bound }))) return null;',
        replace: 'await claimKey(trx, claim, { answer: bound });',
      },
    ],
  },
  {
    file: 'src/http/middleware/idempotency.ts',
    tests: [
      'test/kernel/idempotency/idempotency.test.ts',
      'test/orders/payment/api/qr-codes/idempotency.test.ts',
    ],
    faults: [
      {
        what: 'the order of members changes the fingerprint',
        find: '.sort(([a], [b]) => (a < b ? -1 : 1))',
        replace: '',
      },
      {
        what: 'the object in the path is not part of the fingerprint',
        find: 'const request = { params, body:',
        replace: 'const request = { body:',
        also: ['test/http/fingerprint.test.ts'],
      },
      {
        what: 'repeated key headers are joined',
        find: 'sent.length > 1 || ',
        replace: '',
      },
      {
        what: 'one of two different keys is used',
        find: 'headerKey !== null && bodyKey !== null && headerKey !== bodyKey',
        replace: 'headerKey === null && bodyKey === null && headerKey !== bodyKey',
      },
      {
        what: 'the key is part of the fingerprint',
        find: 'idempotency_key: undefined } };',
        replace: '} };',
      },
    ],
  },
];

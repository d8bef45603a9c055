const keys = ['test/api/refunds/idempotency.test.ts', 'test/api/transfer-idempotency.test.ts'];
const races = 'test/api/races/idempotency.test.ts';

module.exports = [
  {
    file: 'src/db/orders/idempotency.ts',
    tests: keys,
    faults: [
      {
        what: 'a key is never free again',
        find: '            and key = ${claim.key} and expires_at > now()`',
        replace: '            and key = ${claim.key}`',
        also: ['test/api/webhooks/create.test.ts'],
      },
      {
        what: 'a key is shared by all operations',
        find: 'and operation = ${claim.operation}\n',
        replace: '\n',
      },
      {
        what: 'another request under a key is a replay',
        find: 'fingerprint = ${claim.fingerprint} as same',
        replace: 'true as same',
      },
      {
        what: 'a key in use is bound anew',
        find: '       where idempotency_keys.expires_at <= now()\n     returning 1`,\n  );',
        replace: '     returning 1`,\n  );',
      },
      {
        what: 'a key whose time is over cannot be bound',
        find: '       where idempotency_keys.expires_at <= now()\n     returning 1`,\n  );',
        replace: '       where false\n     returning 1`,\n  );',
        also: [races],
      },
      {
        what: 'a key that is bound anew keeps the time of the old one',
        find:
          '           expires_at = excluded.expires_at\n       where idempotency_keys.expires' +
          '_at <= now()\n     returning 1',
        replace:
          '           expires_at = idempotency_keys.expires_at\n       where idempotency_keys' +
          '.expires_at <= now()\n     returning 1',
        also: [races],
      },
      {
        what: 'the answer that was found is bound to the keys of every operation',
        find: '.where({ merchant_id: merchantId, operation, key })',
        replace: '.where({ merchant_id: merchantId, key })',
      },
      {
        what: 'keys are purged before their 24 hours are over',
        find: `       select ctid from idempotency_keys where expires_at <= now() limit \${limit}))
       and expires_at <= now()`,
        replace: '       select ctid from idempotency_keys limit ${limit}))',
        also: ['test/workflows/housekeeping.test.ts'],
      },
    ],
  },
  {
    file: 'src/db/orders/create-orders.ts',
    tests: [races, 'test/api/transfer-idempotency.test.ts', 'test/application/batched.test.ts'],
    faults: [
      {
        what: 'an order is created though its key is taken',
        find: 'where (key is null or (merchant_id, operation, key) in (select * from claimed))',
        replace: 'where true',
      },
      {
        what: 'a key in use is bound anew by another order',
        find: '      where idempotency_keys.expires_at <= now()\n',
        replace: '',
      },
      {
        what: 'twins in one statement are both created',
        find: 'return !seen.has(scope) && seen.add(scope);',
        replace: 'return seen.add(scope);',
      },
    ],
  },
  {
    file: 'src/application/idempotency.ts',
    tests: keys,
    faults: [
      {
        what: 'a reused key is answered as a replay',
        find: "if (!stored.sameRequest) throw new Problem('idempotency_key_reused');",
        replace: '',
      },
      {
        what: 'a key that was found free in a race is not tried again',
        find: 'const TRIES_MAX = 3;',
        replace: 'const TRIES_MAX = 0;',
      },
      {
        what: 'an answer that work has found is not bound to its key',
        find: 'if (claim !== null) await bindAnswer(trx, claim, sealAnswer(deps, body));',
        replace: '',
      },
      {
        what: 'a transaction that creates goes on though the key is taken',
        find: 'if (!(await claimKey(trx, claim, bound))) return null;',
        replace: 'await claimKey(trx, claim, bound);',
      },
    ],
  },
  {
    file: 'src/http/middleware/idempotency.ts',
    tests: ['test/api/qr-codes/idempotency.test.ts'],
    faults: [
      {
        what: 'the order of members makes another request',
        find: '.sort(([a], [b]) => (a < b ? -1 : 1))',
        replace: '',
      },
      {
        what: 'the object of the path is no part of the request',
        find: 'const request = { params, body:',
        replace: 'const request = { body:',
        tests: ['test/api/qr-codes/idempotency.test.ts'],
      },
      {
        what: 'a key that is sent twice is joined',
        find: 'sent.length > 1 || ',
        replace: '',
      },
      {
        what: 'of two keys that differ one is taken',
        find: 'headerKey !== null && bodyKey !== null && headerKey !== bodyKey',
        replace: 'headerKey === null && bodyKey === null && headerKey !== bodyKey',
      },
      {
        what: 'the key is a part of what it is bound to',
        find: 'idempotency_key: undefined } };',
        replace: '} };',
      },
    ],
  },
];

const person = ['test/commands/person.test.ts'];
const keys = ['test/commands/envelope-keys.test.ts'];
const sealed = ['test/people/sealed-people.test.ts'];

module.exports = [
  {
    file: 'src/personal-data/store/erase-subject.ts',
    tests: person,
    faults: [
      {
        what: 'the digests of a payer survive an erasure',
        find: "return table === 'movements' ? erasedDigest(value) : null;",
        replace: 'return value;',
      },
      {
        what: 'free texts keep the names that only the order itself has',
        find: "if (form === 'free text') return redactText(value, known);",
        replace: "if (form === 'free text') return redactText(value, known.slice(0, 1));",
      },
      {
        what: 'bodies of callbacks survive an erasure',
        find: "if (table === 'callbacks') return ERASED_BODY;",
        replace: "if (table === 'callbacks') return value;",
      },
      {
        what: 'pictures of slips survive an erasure',
        find: 'where slip_id in (select id from slips where order_id = any(${subjects}))`',
        replace: 'where slip_id in (select id from slips where id = any(${subjects}))`',
      },
      {
        what: 'an order with an open exception is erased',
        find: "if (hasException) return 'exception';",
        replace: '',
      },
      {
        what: 'records within the legal retention are erased',
        find: "return isRecent ? 'retention' : null;",
        replace: 'return null;',
      },
    ],
  },
  {
    file: 'src/personal-data/store/personal-rows.ts',
    tests: person,
    faults: [
      {
        what: 'several identifiers find whoever has one of them',
        find: 'all.size === identifiers.length',
        replace: 'all.size > 0',
      },
    ],
  },
  {
    file: 'src/people/store/people-form.ts',
    tests: sealed,
    faults: [
      {
        what: 'the digest of an address depends on its case',
        find: "createHmac('sha256', key).update(emailKeyOf(email))",
        replace: "createHmac('sha256', key).update(email)",
      },
    ],
  },
  {
    file: 'src/platform/postgres/sealed.ts',
    tests: sealed,
    faults: [
      {
        what: 'the key of the digests is lost with the key that sealed it',
        find: "  text('address_keys', 'id', 'key_sealed', 'address_keys.key'),",
        replace: '',
      },
    ],
  },
  {
    file: 'src/personal-data/envelope-keys.ts',
    tests: keys,
    faults: [
      {
        what: 'a data key seals before other processes know it',
        find: 'const SEALS_AFTER_MS = 3 * REFRESH_MS;',
        replace: 'const SEALS_AFTER_MS = 0;',
      },
      {
        what: 'every refresh calls the key command again',
        find: 'if (unwrapped.has(id)) continue;',
        replace: '',
      },
      {
        what: 'a wrapped key of another length is accepted',
        find: 'if (key.length === KEY_BYTES) return key;',
        replace: 'return key;',
      },
    ],
  },
  {
    file: 'src/personal-data/store/erase-subject.ts',
    tests: person,
    faults: [
      {
        what: 'erased payers become equal',
        find: "return table === 'movements' ? erasedDigest(value) : null;",
        replace: 'return null;',
      },
      {
        what: 'user names survive an erasure in events',
        find: "new Set(['username', 'account_number'])",
        replace: "new Set(['account_number'])",
      },
      {
        what: 'names of members of metadata survive an erasure',
        find: 'return redactText(value, known, true);',
        replace: 'return redactText(value, known);',
      },
    ],
  },
  {
    file: 'src/personal-data/store/erasures.ts',
    tests: person,
    faults: [
      {
        what: 'payers of late callbacks are kept',
        find: 'from callbacks left join orders on orders.id = callbacks.order_id\n',
        replace: 'from callbacks left join orders on orders.id = callbacks.id\n',
      },
    ],
  },
  {
    file: 'src/personal-data/persons.ts',
    tests: person,
    faults: [
      {
        what: 'an interrupted erasure leaves no audit event',
        find: "'person.erasure_begun'",
        replace: "'person.exported'",
      },
    ],
  },
];

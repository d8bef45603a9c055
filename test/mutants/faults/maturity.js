const tests = ['test/maturity/maturity.test.ts'];
const rules = ['test/maturity/rules/bank-day.test.ts'];

module.exports = [
  {
    file: 'src/maturity/rules/bank-day.ts',
    tests: rules,
    faults: [
      {
        what: 'banks work on a bank holiday',
        find: '!isWeekend(at) && !days.has(at)',
        replace: '!isWeekend(at)',
      },
      {
        what: 'banks work at the weekend',
        find: '!isWeekend(at) && !days.has(at)',
        replace: '!days.has(at)',
      },
      {
        what: 'money matures in a year whose bank holidays are not known',
        find: '    if (!years.has(yearOf(at))) return null;\n',
        replace: '',
      },
    ],
  },
  {
    file: 'src/maturity/rules/pending.ts',
    tests,
    faults: [
      {
        what: 'money is pending for a day that has matured',
        find: 'if (maturity.maturedTo !== null && day <= maturity.maturedTo) return [];',
        replace: '',
      },
      {
        what: 'a refund takes all that is pending of a payment',
        find: 'const taken = Math.min(satang, leftSatang);',
        replace: 'const taken = satang;',
      },
      {
        what: 'a correction makes new money pending',
        find: "transferKinds[kind].direction === 'in'",
        replace: "transferKinds[kind].to === 'available'",
      },
    ],
  },
  {
    file: 'src/maturity/store/pending.ts',
    tests,
    faults: [
      {
        what: 'a refund takes the money of a day that has matured',
        find: '  where matured_at is null and moved.satang > 0\n',
        replace: '  where moved.satang > 0\n',
      },
      {
        what: 'a charge-back leaves the money of its payment pending',
        find: "return ofLots('recall', await lockPending(trx, order), -available);",
        replace: 'return [];',
      },
      {
        what: 'a refund that fails is available before its bank days are over',
        find: "return ofLots('defer_again', await lockRecalled(trx, order), available);",
        replace: 'return [];',
      },
      {
        what: 'the rule of another account applies',
        find: '\n    and rule.provider_account_id = ${raw(order)}.provider_account_id',
        replace: '',
      },
      {
        what: 'a rule that was replaced applies',
        find: '  order by number desc limit 1)`;',
        replace: '  order by number limit 1)`;',
      },
    ],
  },
  {
    file: 'src/maturity/store/mature.ts',
    tests,
    faults: [
      {
        what: 'money matures before its bank days are over',
        find: 'return on !== null && on <= today;',
        replace: 'return on !== null;',
      },
      {
        what: 'a day matures twice',
        find: 'limit 1 for update skip locked',
        replace: 'limit 1',
      },
    ],
  },
  {
    file: 'src/ledger/store/seals.ts',
    tests: ['test/ledger/store/seals.test.ts'],
    faults: [
      {
        what: 'the day of pending money is not sealed',
        find: "to_char(pending_day, 'YYYY-MM-DD') || '/' || pending_days",
        replace: 'null',
      },
    ],
  },
];

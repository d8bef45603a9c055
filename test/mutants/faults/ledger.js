module.exports = [
  {
    file: 'src/ledger/rules/ledger.ts',
    tests: ['test/ledger/rules/ledger.test.ts', 'test/orders/store/apply-transition.test.ts'],
    faults: [
      {
        what: 'a settled payment is credited to the held account',
        find: "receive: {\n    from: 'provider_clearing',\n    to: 'available'",
        replace: "receive: {\n    from: 'provider_clearing',\n    to: 'held'",
      },
      {
        what: 'a voided hold goes to the provider',
        find: "void: {\n    from: 'held',\n    to: 'available'",
        replace: "void: {\n    from: 'held',\n    to: 'provider_clearing'",
      },
      {
        what: 'a posted hold is credited to the merchant',
        find: "post: {\n    from: 'held',\n    to: 'provider_clearing'",
        replace: "post: {\n    from: 'held',\n    to: 'available'",
      },
      {
        what: 'a return from suspense is booked as written off',
        find: "return: {\n    from: 'suspense',\n    to: 'provider_clearing'",
        replace: "return: {\n    from: 'suspense',\n    to: 'written_off'",
      },
      {
        what: 'a loss of the gateway is charged to the merchant',
        find: "absorb: {\n    from: 'written_off',\n    to: 'provider_clearing'",
        replace: "absorb: {\n    from: 'available',\n    to: 'provider_clearing'",
      },
      {
        what: 'a chargeback counts as no money out',
        find: "to: 'provider_clearing',\n    direction: 'out',\n    texts",
        replace: "to: 'provider_clearing',\n    direction: null,\n    texts",
      },
      {
        what: 'test balances count as money in',
        find: 'direction: null,\n    needs: [],',
        replace: "direction: 'in',\n    needs: [],",
      },
      {
        what: 'a transfer of zero is booked',
        find: 'amountSatang <= 0) {',
        replace: 'amountSatang < 0) {',
      },
      {
        what: 'a transfer of a fraction of a satang is booked',
        find: '!Number.isSafeInteger(amountSatang) || ',
        replace: '',
      },
      {
        what: 'the credited account is not increased',
        find: 'sums[transferKinds[kind].to] += amountSatang',
        replace: 'sums[transferKinds[kind].to] = amountSatang',
      },
      {
        what: 'the debited account is not decreased',
        find: 'sums[transferKinds[kind].from] -= amountSatang',
        replace: 'sums[transferKinds[kind].from] -= 0',
      },
    ],
  },
  {
    file: 'src/kernel/rules/money.ts',
    tests: ['test/kernel/rules/money.test.ts'],
    faults: [
      {
        what: 'a decimal amount is multiplied as a float',
        find:
          "fraction = ''] = match;\n  const satang = Number(whole) * SATANG_PER_BAHT " +
          "+ Number(fraction.padEnd(2, '0'))",
        replace:
          "fraction = ''] = match;\n  const satang = Number(`${whole}.${fraction.padEnd(" +
          "2, '0')}`) * SATANG_PER_BAHT",
      },
      {
        what: 'an amount with one decimal loses a digit',
        find:
          "fraction = ''] = match;\n  const satang = Number(whole) * SATANG_PER_BAHT " +
          "+ Number(fraction.padEnd(2, '0'))",
        replace:
          "fraction = ''] = match;\n  const satang = Number(whole) * SATANG_PER_BAHT " +
          '+ Number(fraction)',
      },
      {
        what: 'an amount with three decimals is truncated',
        find: '(?:\\.(\\d{1,2}))?$/.exec',
        replace: '(?:\\.(\\d{1,2})\\d*)?$/.exec',
      },
    ],
  },
  {
    file: 'src/ledger/store/balances.ts',
    tests: ['test/ledger/api/balance/balance.test.ts'],
    faults: [
      {
        what: 'a ledger entry is shown to another merchant',
        find: 'where merchant_id = ${merchantId} and id <',
        replace: 'where merchant_id > ${merchantId} and id <',
      },
      {
        what: 'a debit is shown as a credit',
        find: 'when debit then -amount_satang else 0 end',
        replace: 'when debit then amount_satang else 0 end',
      },
      {
        what: 'entries of suspense are shown to the merchant',
        find: "and (debit in ('available', 'held', 'pending') or credit",
        replace: 'and (true or credit',
      },
    ],
  },
  // These tests migrate a database of their own, after the fault is planted.
  {
    file: 'src/migrations/0001-baseline/ledger.sql',
    tests: ['test/commands/roles.test.ts'],
    faults: [
      {
        what: 'the owner of the schema may change booked money',
        find: "if tg_op = 'UPDATE' and to_jsonb(new) - tg_argv = to_jsonb(old) - tg_argv then",
        replace: "if tg_op = 'UPDATE' then",
      },
      {
        what: 'the owner of the schema may delete transfers',
        find: 'create trigger transfers_stay before update or delete on',
        replace: 'create trigger transfers_stay before update on',
      },
      {
        what: 'the owner of the schema may empty the ledger',
        find:
          'create trigger transfers_are_not_emptied before truncate on transfers\n' +
          '  for each statement execute function refuse_ledger_change();',
        replace: '',
      },
      {
        what: 'the owner of the schema may empty movements',
        find:
          'create trigger movements_are_not_emptied before truncate on movements\n' +
          '  for each statement execute function refuse_ledger_change();',
        replace: '',
      },
      {
        what: 'the amount of a movement may change',
        find: "'payer_digest', 'dismissed_at');",
        replace: "'payer_digest', 'dismissed_at', 'amount_satang');",
      },
      {
        what: 'the parts of a resolution may change',
        find: "refuse_ledger_change('reason', 'decided_by')",
        replace: "refuse_ledger_change('reason', 'decided_by', 'parts')",
      },
      {
        what: 'a transfer may refer to another movement',
        find: 'if old.movement_id is not null then',
        replace: 'if false then',
      },
      {
        what: 'a movement may get another transaction id',
        find: 'old.transaction_id is distinct from new.transaction_id',
        replace: 'false',
      },
    ],
  },
  {
    file: 'src/migrations/0001-baseline/audit.sql',
    tests: ['test/commands/roles.test.ts'],
    faults: [
      {
        what: 'the owner of the schema may delete audit events',
        find: 'create trigger audit_log_stays before delete or update on',
        replace: 'create trigger audit_log_stays before update on',
      },
      {
        what: 'the head of an audit log may skip events',
        find: ' or new.number <> old.number + 1 then',
        replace: ' or new.number < old.number then',
      },
    ],
  },
  {
    file: 'src/platform/postgres/seeds.ts',
    tests: ['test/platform/postgres/seeds.test.ts'],
    faults: [
      {
        what: 'a kind of transfer is written with its accounts exchanged',
        find: 'return { kind, debit: from, credit: to };',
        replace: 'return { kind, debit: to, credit: from };',
      },
      {
        what: 'a transition is written backwards',
        find: 'from_status: from, to_status: to })',
        replace: 'from_status: to, to_status: from })',
      },
      {
        what: 'the ledger starts without accounts',
        find: '::text[]) on conflict do nothing',
        replace: '::text[]) where false on conflict do nothing',
      },
      {
        what: 'a second migrate fails on the transitions of the first',
        find: 'from_status text, to_status text)\n     on conflict do nothing`',
        replace: 'from_status text, to_status text)`',
      },
      {
        what: 'migrate removes the kinds of transfers of another version',
        find: '     )\n     insert into allowed_transitions',
        replace:
          "     ), gone as (\n       delete from transfer_kinds where kind = 'former'\n     )\n" +
          '     insert into allowed_transitions',
      },
    ],
  },
];

const checks = ['test/orders/callbacks/api/bill-check.test.ts'];

module.exports = [
  {
    file: 'src/orders/callbacks/check-bill.ts',
    tests: checks,
    faults: [
      {
        what: 'a second payment is payable',
        find: "if (bill.status === 'succeeded' || bill.hasMoney) return 'already_paid';",
        replace: '',
      },
      {
        what: 'a bill with reported money is payable',
        find: "bill.status === 'succeeded' || bill.hasMoney",
        replace: "bill.status === 'succeeded'",
      },
      {
        what: 'a bill past its deadline is payable',
        find: "bill.status !== 'pending' || bill.isOverdue",
        replace: "bill.status !== 'pending'",
      },
      {
        what: 'more than the amount is payable',
        find: 'amountSatang === bill.amountSatang',
        replace: 'amountSatang >= bill.amountSatang',
      },
      {
        what: 'a confirmation that proves nothing is evidence',
        find: " && account.connector.traits.callback === 'proof'",
        replace: '',
      },
      {
        what: "money at a merchant's own account is the platform's",
        find: 'senderAt(account), {',
        replace: "{ kind: 'provider' }, {",
      },
      {
        what: 'a verification is evidence',
        find: "question.kind === 'confirm' && account",
        replace: 'account',
      },
    ],
  },
  {
    file: 'src/orders/callbacks/store/bills.ts',
    tests: checks,
    faults: [
      {
        what: 'a bill of another account is payable',
        find: ' and provider_account_id = ${accountId}',
        replace: '',
      },
    ],
  },
];

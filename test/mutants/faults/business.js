const accounts = ['test/business/pages/bank-account.test.ts'];

module.exports = [
  {
    file: 'src/business/store/businesses.ts',
    tests: ['test/statements/receipt.test.ts'],
    faults: [
      {
        what: 'a receipt names its shop as renamed since',
        find: 'return row?.name ?? name;',
        replace: 'return row === undefined ? name : name;',
      },
    ],
  },
  {
    file: 'src/business/rules/payout-account.ts',
    tests: accounts,
    faults: [
      {
        what: 'a changed account can be used at once',
        find: "  if (account.usableAt > now) return 'held';\n",
        replace: '',
      },
      {
        what: 'an account that nobody verified can be used',
        find: "account.isVerified ? null : 'unverified'",
        replace: 'null',
      },
      {
        what: 'the first account in live mode can be used at once',
        find: "mode === 'sandbox' && isFirst",
        replace: 'isFirst',
      },
      {
        what: 'a changed account of a sandbox can be used at once',
        find: "mode === 'sandbox' && isFirst",
        replace: "mode === 'sandbox'",
      },
    ],
  },
  {
    file: 'src/business/bank-account.ts',
    tests: accounts,
    faults: [
      {
        what: 'a change of an account that the form did not show is made',
        find: 'if ((present?.id ?? null) !== before)',
        replace: 'if (false)',
      },
      {
        what: 'another holder of the same number is the same account',
        find: ' && one.accountName === other.accountName',
        replace: '',
      },
    ],
  },
  {
    file: 'src/orders/withdrawal/withdraw-to-business.ts',
    tests: ['test/orders/withdrawal/pages/withdraw.test.ts'],
    faults: [
      {
        what: 'a withdrawal goes to another account than the person has seen',
        find: 'if (id !== accountId)',
        replace: 'if (false)',
      },
    ],
  },
  {
    file: 'src/orders/pages/draft.ts',
    tests: ['test/orders/withdrawal/pages/withdraw.test.ts'],
    faults: [
      {
        what: 'the draft of another shop is withdrawn',
        find: 'if (draft?.merchantId !== merchantId)',
        replace: 'if (draft === null)',
      },
    ],
  },
  {
    file: 'src/business/verify-business.ts',
    tests: accounts,
    faults: [
      {
        what: 'a member of the team verifies the business',
        find: 'if (await isMember(db, merchantId, operatorId))',
        replace: 'if (false)',
      },
      {
        what: 'an account is verified without its number',
        find: 'found.account.accountNumber !== accountNumber',
        replace: 'false',
      },
      {
        what: 'an account that has been replaced is verified',
        find: 'found === null || found.id !== subject',
        replace: 'found === null',
      },
      {
        what: 'details that have changed since are verified',
        find: 'present !== digest || ',
        replace: '',
      },
    ],
  },
  {
    file: 'src/business/change-profile.ts',
    tests: ['test/business/pages/business.test.ts'],
    faults: [
      {
        what: 'the second of two owners overwrites the first',
        find: 'if (stateDigest(before) !== digest)',
        replace: 'if (false)',
      },
      {
        what: 'a changed name stays verified',
        find: '!isSameIdentity(before, profile)',
        replace: 'false',
        also: accounts,
      },
    ],
  },
];

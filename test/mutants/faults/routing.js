const failOver = ['test/activities/fail-over.test.ts'];
const qrCodes = ['test/orders/payment/api/qr-codes/qr-failover.test.ts'];
const table = ['test/providers/rules/failover.test.ts', ...failOver];
const choice = ['test/providers/rules/routing.test.ts'];

const payout = "unreachable: 'next_funded', refused_here: 'next', refused: 'fail'";
const held = "unknown: 'inquire' }";
const lost = "unknown: 'next' }";

module.exports = [
  {
    file: 'src/providers/rules/failover.ts',
    tests: table,
    faults: [
      {
        what: 'a payout goes to another account after an unknown outcome',
        find: `payout: { ${payout}, ${held}`,
        replace: `payout: { ${payout}, ${lost}`,
      },
      {
        what: 'a charge goes to another account after an unknown outcome',
        find: `charge: { unreachable: 'same', refused_here: 'fail', refused: 'fail', ${held}`,
        replace: `charge: { unreachable: 'same', refused_here: 'fail', refused: 'fail', ${lost}`,
      },
      {
        what: 'a refund is paid by another account',
        find: "refund: { unreachable: 'same',",
        replace: "refund: { unreachable: 'next',",
      },
      {
        what: 'an unknown outcome counts as an unreachable account',
        find: "if (kind === 'unreachable' || kind === 'unknown') return kind;",
        replace: "if (kind === 'unreachable' || kind === 'unknown') return 'unreachable';",
      },
      {
        what: 'every refusal allows another account',
        find: "elsewhere.includes(code) ? 'refused_here' : 'refused'",
        replace: "elsewhere.includes('') ? 'refused' : 'refused_here'",
      },
      {
        what: 'an order goes back to an account that failed before',
        find: 'const tried = [...formerAccounts(routing), order.accountId];',
        replace: 'const tried = [order.accountId];',
      },
    ],
  },
  {
    file: 'src/orders/payment/open-qr.ts',
    tests: qrCodes,
    faults: [
      {
        what: 'a payment fails, or changes its account, after an unknown outcome',
        find: "    if (opened.kind === 'unknown') return;\n",
        replace: '',
      },
      {
        what: 'a refusal of one account that arrives after the response is final',
        find: '    const isLate = mayMove && waiting.isOver;',
        replace: '    const isLate = mayMove && waiting.isOver && false;',
      },
      {
        what: 'a QR code goes to another account after a refusal that every account has',
        find: "mayMove = follows === 'next'",
        replace: "mayMove = follows !== 'inquire'",
      },
    ],
  },
  {
    file: 'src/orders/payment/store/provider-qr.ts',
    tests: qrCodes,
    faults: [
      {
        what: 'an order takes the QR code of an account that it does not have',
        find: 'orders.id = input.order_id and provider_account_id = input.account_id',
        replace: 'orders.id = input.order_id',
      },
      {
        what: 'the account of an order with a QR code changes',
        find: "${accountId} and status = 'pending'\n         and ${isUnopened}",
        replace: "${accountId} and status = 'pending'",
      },
      {
        what: 'an order is moved from an account that it does not have',
        find: 'orders.id = ${orderId} and provider_account_id = ${accountId} and status',
        replace: 'orders.id = ${orderId} and status',
      },
    ],
  },
  {
    file: 'src/ledger/rules/movement.ts',
    tests: ['test/orders/rules/callback.test.ts'],
    faults: [
      {
        what: 'money at one account is taken for money at another',
        find: 'movements.filter(({ accountId }) => accountId === evidence.accountId)',
        replace: 'movements',
      },
    ],
  },
  {
    file: 'src/orders/rules/interpret-callback.ts',
    tests: failOver,
    faults: [
      {
        what: 'an order fails when an account that it had before says so',
        find: "callback.reported === 'failed' && isOfFormer",
        replace: "callback.reported === 'none' && isOfFormer",
      },
    ],
  },
  {
    file: 'activities/advance-inquired.ts',
    tests: qrCodes,
    faults: [
      {
        what: 'a refusal of one account that an inquiry finds is final',
        find: 'effect.abandons || isRefusedHere ?',
        replace: 'effect.abandons ?',
      },
      {
        what: 'money at an account that the order had before is not looked for',
        find: '  await inquireOfFormer(deps, asked, order);\n',
        replace: '',
      },
      {
        what: 'money at an account that the order had before is booked for the present one',
        find: 'storeOutcome(deps, asked.orderId, outcome, accountId)',
        replace: 'storeOutcome(deps, asked.orderId, outcome)',
      },
      {
        what: 'money at a former account is not looked for once the order is paid',
        find: "traits.qrLifetime === 'unlimited' || hadOthers",
        replace: "traits.qrLifetime === 'unlimited'",
      },
    ],
  },
  {
    file: 'activities/submit-or-inquire.ts',
    tests: ['test/activities/submit-or-inquire.test.ts'],
    faults: [
      {
        what: 'a call that waits for its turn is made all the same',
        find: 'if (endTurn === null) return waiting(nextTurnMs());\n',
        replace: '\n',
      },
    ],
  },
  {
    file: 'activities/fail-over.ts',
    tests: failOver,
    faults: [
      {
        what: 'an unreachable payout goes to an account without money',
        find: "onlyFunded = next === 'next_funded'",
        replace: "onlyFunded = next === 'next'",
      },
    ],
  },
  {
    file: 'src/orders/store/provider-requests.ts',
    tests: failOver,
    faults: [
      {
        what: 'a request goes to another account after a denied unknown outcome',
        find: 'and claimed_at is not null and denials = 0',
        replace: 'and claimed_at is not null',
      },
      {
        what: 'a request goes to another account while another worker submits it',
        find: '         and claims = ${claims} and claimed_at is not null',
        replace: '         and claimed_at is not null',
      },
      {
        what: 'a failover keeps the number of the claim, so an earlier worker may submit',
        find: 'claims = claims + 1, is_manual = ${isManual}',
        replace: 'is_manual = ${isManual}',
      },
      {
        what: 'an operator moves a payout that its account may have made',
        find: "(claimed_at is null and denials = 0 and wanted.status = 'pending'\n",
        replace: '(true\n',
      },
      {
        what: 'an operator moves a payout whose account had not denied the last submission',
        find: 'denied_at = null, restored_at = null,\n',
        replace: 'restored_at = null,\n',
      },
      {
        what: 'a denial stays after an answer that the account has the payout',
        find: 'when is_denied is null then denied_at end',
        replace: 'else denied_at end',
        survives:
          'after such an answer the payout is accepted, has ended, or has evidence that waits, ' +
          'each of which refuses the operator by itself',
      },
      {
        what: 'an operator moves a payout of which money has left',
        find: 'where movements.order_id = orders.id and dismissed_at is null)',
        replace: 'where movements.order_id = orders.id and dismissed_at is null and false)',
      },
      {
        what: 'a request goes to another account after money of it has moved',
        find: 'not ${callbackWaits} and not ${hasMoved}',
        replace: 'not ${callbackWaits}',
      },
      {
        what: 'a request goes to another account while a callback of its account is pending',
        find: 'provider_account_id = ${accountId} and not ${callbackWaits}',
        replace: 'provider_account_id = ${accountId}',
      },
    ],
  },
  {
    file: 'src/providers/rules/routing.ts',
    tests: choice,
    faults: [
      {
        what: 'a paused account takes orders',
        find: "if (status !== 'on') return 'not_on';",
        replace: "if (status === 'off') return 'not_on';",
      },
      {
        what: 'an account takes a larger amount than its limit',
        find: 'amountSatang > limits[1]',
        replace: 'amountSatang > limits[1] + 1',
      },
      {
        what: 'a charge goes to another account than the one of its rule',
        find: 'eligible.find((each) => each.accountId === rule.accountId);',
        replace: '(eligible.find((each) => each.accountId === rule.accountId) ?? eligible[0]);',
      },
      {
        what: 'an account that is down is chosen before one that is up',
        find: "able.filter(({ health }) => health !== 'down')",
        replace: "able.filter(({ health }) => health !== 'degraded')",
      },
      {
        what: 'a later rule decides before an earlier one',
        find: 'const rule = matching.find(',
        replace: 'const rule = matching.findLast(',
      },
      {
        what: 'an order without an account of its amount gets one all the same',
        find: "if (limits === null) return 'unsupported';",
        replace: 'if (limits === null) return null;',
      },
    ],
  },
  {
    file: 'src/providers/rules/account-health.ts',
    tests: ['test/providers/rules/account-health.test.ts'],
    faults: [
      {
        what: 'calls of more than five minutes ago count',
        find: 'bucket.atMs > nowMs - WINDOW_MS',
        replace: 'bucket.atMs > nowMs - 2 * WINDOW_MS',
      },
      {
        what: 'an account that is down comes back without a probe',
        find: "window.health === 'down' ? 'down' : healthOf(buckets)",
        replace: 'healthOf(buckets)',
      },
    ],
  },
];

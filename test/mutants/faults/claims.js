const pursue = ['test/activities/submit-or-inquire.test.ts'];
const restored = ['test/activities/restored-requests.test.ts'];

module.exports = [
  {
    file: 'src/orders/store/provider-requests.ts',
    tests: restored,
    faults: [
      {
        what: 'the window of an inquiry ends before a lost submission',
        find: 'coalesce(restored_at, claimed_at)) * 1000',
        replace: 'coalesce(claimed_at, restored_at)) * 1000',
      },
      {
        what: 'a restored request is claimed without a denial since',
        find: '${isDenied && seen.restoredAt !== null}',
        replace: '${isDenied}',
      },
      {
        what: 'a request is claimed on another timeline of the server',
        find: 'where timeline <> server_timeline()',
        replace: 'where timeline = null',
      },
      {
        what: 'an operator moves a restored payout before a denial',
        find: '\n             and restored_at is null))',
        replace: '))',
      },
    ],
  },
  {
    file: 'src/orders/withdrawal/store/restored-requests.ts',
    tests: restored,
    faults: [
      {
        what: 'a restored request is inquired about while a lost call may run',
        find: "next_inquiry_at = now() + interval '${raw(`${RESTORED_SETTLES_MS} milliseconds`)}'",
        replace: 'next_inquiry_at = now()',
      },
      {
        what: 'a denial from before the restore stays',
        find: 'set restored_at = now(), denied_at = null,',
        replace: 'set restored_at = now(),',
      },
    ],
  },
  {
    file: 'activities/find-restored.ts',
    tests: restored,
    faults: [
      {
        what: 'a restored payout is not looked for at other accounts',
        find: "return answers.find(({ found }) => found.kind === 'unreachable')?.found ?? own;",
        replace: 'return own;',
      },
      {
        what: 'the failure at an account hides the payout that another has',
        find: "own.kind === 'not_found' || own.kind === 'failed'",
        replace: "own.kind === 'not_found'",
      },
    ],
  },
  {
    file: 'src/orders/store/provider-requests.ts',
    tests: pursue,
    faults: [
      {
        what: 'a claim of another worker is taken over',
        find: 'provider_requests.order_id = wanted.id and claims = ${seen.claims}',
        replace: 'provider_requests.order_id = wanted.id and claims >= ${seen.claims} - 9',
      },
      {
        what: 'an order that has ended is claimed',
        find: "where id = ${orderId} and status in ('pending', 'processing')",
        replace: 'where id = ${orderId}',
      },
      {
        what: 'a payout is claimed while a pending callback may end it',
        find: '\n         and not ${callbackWaits}',
        replace: '',
      },
      {
        what: 'a payout whose money has moved is claimed',
        find: '\n         and not ${hasMoved}\n         and not ${callbackWaits}',
        replace: '\n         and not ${callbackWaits}',
      },
      {
        what: 'an order is not locked while it is claimed',
        find: 'select from orders where id = ${orderId} for no key update',
        replace: 'select from orders where id = ${orderId}',
      },
      {
        what: 'an answer that the provider has no request is not counted',
        find: 'denials = denials + ${isDenied ? 1 : 0}',
        replace: 'denials = denials + 0 * ${isDenied ? 1 : 0}',
      },
      {
        what: 'a claim keeps the time of the next inquiry',
        find: 'set claimed_at = clock_timestamp(), next_inquiry_at = null,',
        replace: 'set claimed_at = clock_timestamp(),',
      },
      {
        what: 'an outdated worker’s result is recorded',
        find: '         and provider_requests.claims = input.claims',
        replace: '',
      },
      {
        what: 'a request that did not reach the provider stays claimed',
        find: 'claimed_at = case when unclaimed then null else claimed_at end',
        replace: 'claimed_at = claimed_at',
      },
      {
        what: 'a claim ignores a result that was recorded meanwhile',
        find: ' and (next_inquiry_at is null or next_inquiry_at <= now())',
        replace: '',
      },
      {
        what: 'an operator may end an order during a call',
        find: "and claimed_at > now() - ${CALL_MAX_MS} * interval '1 millisecond'",
        replace: "and claimed_at > now() + ${CALL_MAX_MS} * interval '1 millisecond'",
        also: [
          'test/exceptions/resolve-exception.test.ts',
          'test/exceptions/pages/exceptions.test.ts',
        ],
      },
    ],
  },
  {
    file: 'activities/submit-or-inquire.ts',
    tests: [...pursue, ...restored],
    faults: [
      {
        what: 'a payout is submitted before it is claimed',
        find:
          'if (!(await claimRequest(deps.db, orderId, request, afterDenial))) return ' +
          'waiting(CLAIM_AGAIN_MS);',
        replace: 'await claimRequest(deps.db, orderId, request, afterDenial);',
      },
      {
        what: 'a refusal of an outdated claim ends the order',
        find: "isCurrent || reported === 'succeeded'",
        replace: "isCurrent || reported !== 'succeeded'",
      },
      {
        what: 'money that an outdated claim found is dropped',
        find: "isCurrent || reported === 'succeeded'",
        replace: 'isCurrent',
      },
    ],
  },
  {
    file: 'src/orders/rules/payout-plan.ts',
    tests: ['test/orders/rules/payout-plan.test.ts', ...pursue],
    faults: [
      {
        what: 'an unknown outcome counts as not submitted',
        find: "if (answer === 'unreachable') return afterUnreached(progress, true);",
        replace:
          "if (answer === 'unreachable' || answer === 'unknown') {\n" +
          '    return afterUnreached(progress, true);\n  }',
      },
      {
        what: 'a refusal is not applied',
        find: "const records = answer === 'refused' ? 'outcome' : 'submitted';",
        replace: "const records = 'submitted';",
      },
      {
        what: 'a payout whose inquiry is unreachable counts as not submitted',
        find: 'return afterUnreached(progress, false);',
        replace: 'return afterUnreached(progress, true);',
      },
      {
        what: 'a payout is submitted again after any number of not_found answers',
        find: 'if (denials < DENIALS_MAX &&',
        replace: 'if (denials < 100 &&',
      },
      {
        what: 'a payout whose money has moved is submitted again after a not_found answer',
        find: 'denials < DENIALS_MAX && !hasMoved',
        replace: 'denials < DENIALS_MAX',
      },
      {
        what: 'a payout that the provider has accepted is submitted again after a denial',
        find: '!hasMoved && !isAccepted',
        replace: '!hasMoved',
      },
      {
        what: 'a payout whose money has moved is submitted for the first time',
        find: 'isPending && !hasMoved',
        replace: 'isPending',
      },
      {
        what: 'a restored payout is submitted without an inquiry',
        find: '!hasMoved && !isRestored',
        replace: '!hasMoved',
      },
      {
        what: 'an unreachable provider opens no exception',
        find: 'failedCalls === FAILED_CALLS_MAX',
        replace: 'failedCalls === 1_000',
      },
      {
        what: 'a payout in progress is inquired about at once',
        find: 'dueInMs === null ? CALL_MAX_MS - claimedForMs : 0;',
        replace: '0;',
      },
    ],
  },
  {
    file: 'src/orders/store-outcome.ts',
    tests: pursue,
    faults: [
      {
        what: 'the amount of an inquiry’s answer is dropped',
        find: 'amountSatang: outcome.amountSatang ?? null,',
        replace: 'amountSatang: null,',
      },
    ],
  },
  {
    file: 'src/orders/payment/store/required-actions.ts',
    tests: ['test/activities/required-actions.test.ts'],
    faults: [
      {
        what: 'each inquiry announces the same required action',
        find: ' and next_action_sealed is null',
        replace: '',
      },
      {
        what: 'an outdated answer requires an action',
        find: ' and claims = ${claims}',
        replace: ' and ${claims} >= 0',
      },
      {
        what: 'an order that has ended requires an action',
        find: '!isOpen(order.kind, order.status)',
        replace: "order.id === ''",
      },
    ],
  },
  {
    file: 'src/orders/store/provider-requests.ts',
    tests: ['test/activities/required-actions.test.ts'],
    faults: [
      {
        what: 'the URL of a required action outlives its order',
        find: 'is_over = true, next_action_sealed = null',
        replace: 'is_over = true',
      },
    ],
  },
  {
    file: 'src/orders/rules/payout-plan.ts',
    tests: ['test/orders/callbacks/receive-hint.test.ts'],
    faults: [
      {
        what: 'a forged hint postpones the planned inquiry',
        find: 'const forMs = Math.min(effect.next.forMs, plannedInMs);',
        replace: 'const { forMs } = effect.next;',
      },
      {
        what: 'a forged hint makes later inquiries rarer',
        find: "return { ...effect, inquiries, next: { kind: 'wait', forMs } };",
        replace: "return { ...effect, next: { kind: 'wait', forMs } };",
      },
    ],
  },
];

const pursue = ['test/activities/submit-or-inquire.test.ts'];

module.exports = [
  {
    file: 'src/db/orders/provider-requests.ts',
    tests: pursue,
    faults: [
      {
        what: 'a claim that somebody has is taken',
        find: 'provider_requests.order_id = wanted.id and sends = ${seen.sends}',
        replace: 'provider_requests.order_id = wanted.id and sends >= ${seen.sends} - 9',
      },
      {
        what: 'an order that has ended is claimed',
        find: "where id = ${orderId} and status in ('pending', 'processing')",
        replace: 'where id = ${orderId}',
      },
      {
        what: 'a payout is claimed while a callback waits that may end it',
        find: '\n         and not ${callbackWaits}',
        replace: '',
      },
      {
        what: 'an order is not locked while it is claimed',
        find: `         and not \${callbackWaits}
       for no key update`,
        replace: '         and not ${callbackWaits}',
      },
      {
        what: 'a denial is not counted',
        find: 'denials = denials + ${isDenied ? 1 : 0}',
        replace: 'denials = denials + 0 * ${isDenied ? 1 : 0}',
      },
      {
        what: 'a claim leaves the time of the next inquiry as it was',
        find: 'set claimed_at = now(), next_look_at = null,',
        replace: 'set claimed_at = now(),',
      },
      {
        what: 'what somebody learnt who was overtaken is noted',
        find:
          'where provider_requests.order_id = input.order_id and provider_requests.sends ' +
          '= input.sends',
        replace: 'where provider_requests.order_id = input.order_id',
      },
      {
        what: 'a request that was never heard of stays claimed',
        find: 'claimed_at = case when unclaimed then null else claimed_at end',
        replace: 'claimed_at = claimed_at',
      },
      {
        what: 'a call under way is not seen when an operator ends its order',
        find: "and claimed_at > now() - ${CALL_MAX_MS} * interval '1 millisecond'",
        replace: "and claimed_at > now() + ${CALL_MAX_MS} * interval '1 millisecond'",
        also: ['test/application/resolve-exception.test.ts', 'test/web/console/exceptions.test.ts'],
      },
    ],
  },
  {
    file: 'activities/submit-or-inquire.ts',
    tests: pursue,
    faults: [
      {
        what: 'a payout is sent before it is claimed',
        find:
          'if (!(await claimRequest(deps.db, orderId, request, afterDenial))) return ' +
          'waiting(CLAIM_AGAIN_MS);',
        replace: 'await claimRequest(deps.db, orderId, request, afterDenial);',
      },
      {
        what: 'an inquiry’s amount is left out',
        find: 'amountSatang: outcome.amountSatang ?? null,',
        replace: 'amountSatang: null,',
      },
    ],
  },
  {
    file: 'src/domain/payout-plan.ts',
    tests: ['test/domain/payout-plan.test.ts', ...pursue],
    faults: [
      {
        what: 'an unknown outcome counts as never sent',
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
        what: 'a payout that nobody can reach is sent as if it were known to be unsent',
        find: 'return afterUnreached(progress, false);',
        replace: 'return afterUnreached(progress, true);',
      },
      {
        what: 'a payout is sent again after any number of denials',
        find: 'if (denials < DENIALS_MAX)',
        replace: 'if (denials < 100)',
      },
      {
        what: 'no operator hears of a provider that cannot be reached',
        find: 'unreached === UNREACHED_MAX',
        replace: 'unreached === 1_000',
      },
      {
        what: 'a payout under way is asked about at once',
        find: 'dueInMs === null ? CALL_MAX_MS - claimedForMs : 0;',
        replace: '0;',
      },
    ],
  },
];

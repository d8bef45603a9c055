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
          'if (!(await claimRequest(deps.db, orderId, progress, isDenied))) return ' +
          'waiting(CLAIM_AGAIN_MS);',
        replace: 'await claimRequest(deps.db, orderId, progress, isDenied);',
      },
      {
        what: 'an unknown outcome counts as never sent',
        find:
          "    case 'accepted':\n    case 'unknown':\n      return taken(noteOf(deps," +
          ' orderId, after, 0), sent.kind);',
        replace:
          "    case 'unknown':\n      return unreached(deps, orderId, after, true);\n" +
          "    case 'accepted':\n      return taken(noteOf(deps, orderId, after, 0), sent.kind);",
      },
      {
        what: 'a refusal is not applied',
        find: "return heard(deps, orderId, after, 0, { heard: 'failed', failure: sent });",
        replace: 'return taken(noteOf(deps, orderId, after, 0), sent.kind);',
      },
      {
        what: 'a payout that nobody can reach is sent as if it were known to be unsent',
        find: 'return unreached(deps, orderId, progress, false);',
        replace: 'return unreached(deps, orderId, progress, true);',
      },
      {
        what: 'a payout is sent again after any number of denials',
        find: 'if (progress.denials < DENIALS_MAX)',
        replace: 'if (progress.denials < 100)',
      },
      {
        what: 'no operator hears of a provider that cannot be reached',
        find: 'if (count === UNREACHED_MAX) await',
        replace: 'if (count === 1_000) await',
      },
      {
        what: 'a payout under way is asked about at once',
        find: 'lookInMs === null ? CALL_MAX_MS - claimedForMs : 0;',
        replace: '0;',
      },
      {
        what: 'an inquiry’s amount is left out',
        find: 'amountSatang: word.amountSatang ?? null,',
        replace: 'amountSatang: null,',
      },
    ],
  },
];

const at = (name) => `test/providers/connectors/omise/${name}.test.ts`;

module.exports = [
  {
    file: 'src/providers/connectors/answers.ts',
    tests: [at('answers'), 'test/providers/connectors/generic.test.ts'],
    faults: [
      {
        what: 'a request without a complete response counts as not sent',
        find: "if (result.kind === 'broken') return { kind: 'unknown', reason: result.reason };",
        replace:
          "if (result.kind === 'broken') return { kind: 'unreachable', reason: result.reason };",
      },
      {
        what: 'any error of an upstream is a final refusal',
        find: 'refusing.includes(statusCode) ? refusal(body) : null',
        replace: 'refusal(body)',
      },
      {
        what: 'a rate limit counts as an unknown outcome',
        find: '[401, 403, 405, 415, 429]',
        replace: '[401, 403, 405, 415]',
      },
    ],
  },
  {
    file: 'src/providers/connectors/signed-callback.ts',
    tests: [at('callback')],
    faults: [
      {
        what: 'a signature is accepted at any age',
        find: ' || Math.abs(ageS) > TOLERANCE_S',
        replace: '',
      },
      {
        what: 'a signature covers the body only',
        find: '.update(`${timestamp}.`)',
        replace: '',
      },
    ],
  },
  {
    file: 'src/providers/connectors/omise/callback.ts',
    tests: [at('callback')],
    faults: [
      {
        what: 'the text of the webhook secret is the key',
        find: "Buffer.from(secret, 'base64')",
        replace: 'Buffer.from(secret)',
      },
      {
        what: 'an order id of other software is an order of ours',
        find: 'if (ourOrderId.test(orderId)) {',
        replace: "if (orderId !== '') {",
      },
    ],
  },
  {
    file: 'src/providers/connectors/listing.ts',
    tests: [at('find'), at('payout'), 'test/providers/connectors/stripe/client.test.ts'],
    faults: [
      {
        what: 'a list proves too early that nothing was created',
        find: "if (!isSettled) return { kind: 'waiting' };",
        replace: '',
      },
      {
        what: 'a list proves that nothing was created by a wrong clock',
        find: 'clockAheadMs !== null && Math.abs(clockAheadMs) <= CLOCK_DIFFERENCE_MAX_MS;',
        replace: 'clockAheadMs !== 0.5;',
      },
      {
        what: 'only the time around the call of a wrong clock is searched',
        find: 'search(startedAt - WRONG_CLOCK_MS, askedAt)',
        replace: 'search(startedAt - CLOCK_SKEW_MS, Math.min(settledAt, askedAt))',
      },
      {
        what: 'an id of any form becomes part of a URL',
        find: "if (!search.isId(providerRef)) return unreachable('invalid_reference');",
        replace: '',
      },
      {
        what: 'an object of another order is read',
        find: 'const isAsked = thing.id === providerRef && isOurs;',
        replace: 'const isAsked = thing.id === providerRef;',
      },
      {
        what: 'an unreadable object of an order in a list is passed over',
        find: 'if (thing === null) return unreachable(unreadable.reason);',
        replace: "if (thing === null) return { kind: 'complete', clockAheadMs: 0 };",
      },
      {
        what: 'the first page counts as the whole list',
        find: 'if (page.next === null) return',
        replace: 'if (page.next !== undefined) return',
      },
      {
        what: 'the id that a list had is not kept',
        find: '{ ...found, providerRef }',
        replace: 'found',
      },
    ],
  },
  {
    file: 'src/providers/connectors/omise/lists.ts',
    tests: [at('find')],
    faults: [
      {
        what: 'a list of a shorter window counts as complete',
        find: 'if (!isAsked || shown.offset !== offset)',
        replace: 'if (shown.offset !== offset)',
      },
    ],
  },
  {
    file: 'src/providers/connectors/omise/api.ts',
    tests: [at('find'), at('qr')],
    faults: [
      {
        what: 'an object of live mode counts in a test account',
        find: 'parsed.success && objectOrList.safeParse(object).success',
        replace: 'parsed.success',
      },
      {
        what: 'a live account calls with a test key',
        find: "unsentReason: isKeyOfMode ? null : 'key_of_other_mode',",
        replace: "unsentReason: isKeyOfMode || secretKey !== '' ? null : 'key_of_other_mode',",
      },
    ],
  },
  {
    file: 'src/providers/connectors/omise/charges.ts',
    tests: [at('find'), at('qr'), at('recorded'), at('refund-and-charge')],
    faults: [
      {
        what: 'a charge is worth its authorized amount',
        find: 'captured_amount ?? amount',
        replace: 'amount',
      },
      {
        what: 'a QR code of another amount is shown',
        find: 'if (code?.raw_data && isThaiQrOf(code.raw_data, amount))',
        replace: 'if (code?.raw_data && (isThaiQrOf(code.raw_data, amount) || amount > 0))',
      },
      {
        what: 'an image of any path is fetched with the secret key',
        find: 'if (!/^\\/documents\\/\\w+\\/downloads\\/\\w+$/.test(document)) return null;',
        replace: '',
      },
      {
        what: 'a charge of another amount is accepted',
        find: 'if (object.amount !== amount || ',
        replace: 'if (',
      },
      {
        what: 'a reversed charge waits',
        find: "    case 'unknown':\n      return { kind: 'waiting' };",
        replace: "    case 'unknown':\n    case 'reversed':\n      return { kind: 'waiting' };",
      },
      {
        what: 'a refund in progress counts as done',
        find: "status === 'closed' ? ",
        replace: 'id ? ',
      },
    ],
  },
  {
    file: 'src/providers/connectors/omise/payouts.ts',
    tests: [at('payout')],
    faults: [
      {
        what: 'the payee pays the transfer fee',
        find: 'const amount = amountSatang + feeSatang;',
        replace: 'const amount = amountSatang;',
      },
      {
        what: 'a transfer of another net amount stays',
        find: 'if (net === amountSatang) return',
        replace: 'if (net > 0) return',
      },
      {
        what: 'a transfer whose deletion is unknown counts as refused',
        find: "if (undone.kind !== 'ok') return { kind: 'unknown', reason: 'other_transfer_fee' };",
        replace: '',
      },
      {
        what: 'a payout is worth its amount with the fee',
        find: 'succeededOnce(id, net, paidAt, isFailed ? undefined : cost)',
        replace: 'succeededOnce(id, object.amount, paidAt, isFailed ? undefined : cost)',
      },
      {
        what: 'a transfer that Omise repeats counts as failed',
        find: '(code !== null && (failsFast || wasPaid))',
        replace: 'code !== null',
      },
    ],
  },
  {
    file: 'src/providers/connectors/omise/objects.ts',
    tests: [at('payout')],
    faults: [
      {
        what: 'a recipient that is not verified is paid',
        find: 'isReady: verified && active',
        replace: 'isReady: verified || active',
      },
    ],
  },
  {
    file: 'src/providers/connectors/recipients.ts',
    tests: [at('payout')],
    faults: [
      {
        what: 'a recipient that was deleted is paid',
        find: 'if (object.isReady && !object.isDeleted)',
        replace: 'if (object.isReady)',
      },
      {
        what: 'another name on the same account is the same recipient',
        find: 'JSON.stringify([bankCode, accountNumber, accountName])',
        replace: 'JSON.stringify([bankCode, accountNumber])',
      },
    ],
  },
  {
    file: 'src/providers/connectors/omise/charges.ts',
    tests: ['test/activities/money-by-connector.test.ts'],
    faults: [
      {
        what: 'the money of a reversed charge stays credited',
        find: "status === 'reversed' ? { reversed: success.movements } : {}",
        replace: '{}',
      },
    ],
  },
];

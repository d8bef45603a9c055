const client = ['test/providers/connectors/stripe/client.test.ts'];
const callback = ['test/providers/connectors/stripe/callback.test.ts'];
const upstream = ['test/providers/connectors/stripe/upstream.test.ts'];
const scb = (name) => [`test/providers/connectors/scb/${name}.test.ts`];

module.exports = [
  {
    file: 'src/providers/connectors/generic/index.ts',
    tests: ['test/orders/callbacks/api/signed.test.ts'],
    faults: [
      {
        what: 'a signed callback needs no bearer key',
        find: 'if (!isBearerOf(given.keys, authorization)) return false;',
        replace: 'isBearerOf(given.keys, authorization);',
      },
      {
        what: 'the signature of a callback is not verified',
        find: 'return !signsCallbacks(given) ||',
        replace: 'return true ||',
      },
    ],
  },
  {
    file: 'src/orders/callbacks/receive-callback.ts',
    tests: ['test/orders/callbacks/api/signed.test.ts'],
    faults: [
      {
        what: 'a merchant key replaces the signature of a provider',
        find: 'if (connector.signsCallbacks?.(account.settings) === true)',
        replace: 'if (connector.signsCallbacks?.(account.settings) === null)',
      },
    ],
  },
  {
    file: 'src/providers/connectors/signed-callback.ts',
    tests: callback,
    faults: [
      {
        what: 'a signature of any secret is accepted by Stripe’s connector',
        find: '.includes(true);',
        replace: '.length > 0;',
      },
      {
        what: 'an old event of Stripe is accepted again',
        find: ' || Math.abs(ageS) > TOLERANCE_S',
        replace: '',
      },
    ],
  },
  {
    file: 'src/providers/connectors/answers.ts',
    tests: client,
    faults: [
      {
        what: 'a lost answer of Stripe is taken for an unsent request',
        find: "if (result.kind === 'broken') return { kind: 'unknown', reason: result.reason };",
        replace:
          "if (result.kind === 'broken') return { kind: 'unreachable', reason: result.reason };",
      },
    ],
  },
  {
    file: 'src/providers/connectors/stripe/callback.ts',
    tests: callback,
    faults: [
      {
        what: 'a test event of Stripe moves money of a live account',
        find: "const isOfMode = livemode === (mode === 'live');",
        replace: 'const isOfMode = livemode !== null || mode !== null;',
      },
      {
        what: 'dollars are booked as baht',
        find: "if (object.currency !== 'thb')",
        replace: "if (object.currency === 'xxx')",
      },
    ],
  },
  {
    file: 'src/providers/connectors/stripe/answers.ts',
    tests: client,
    faults: [
      {
        what: 'an answer of Stripe about another order is accepted',
        find: 'return read?.livemode === livemode && orderIdOf(read) === orderId ? read : null;',
        replace: 'return read?.livemode === livemode ? read : null;',
      },
      {
        what: 'the requested amount is booked instead of the received one',
        find: 'succeededOnce(id, intent.amount_received, ',
        replace: 'succeededOnce(id, intent.amount, ',
      },
      {
        what: 'an error of another type is taken for a refusal by Stripe',
        find: 'error !== undefined && refusingTypes.includes(error.type);',
        replace: 'error !== undefined;',
      },
    ],
  },
  {
    file: 'src/providers/connectors/stripe/inquiries.ts',
    tests: [...client, ...upstream],
    faults: [
      {
        what: 'an order is denied before the list of Stripe has settled',
        find: 'sentForMs >= SETTLES_MS',
        replace: 'sentForMs >= 0',
      },
      {
        what: 'an inquiry creates a payment intent after the deadline',
        find: 'const isRepeatable = providerRef === null && Date.now() < until;',
        replace: 'const isRepeatable = providerRef === null && until > 0;',
      },
      {
        what: 'a replayed answer decides about a payment',
        find: "return found.kind === 'waiting' ? { ...found, opened } : found;",
        replace: "return found.kind === 'never' ? found : { kind: 'waiting', opened };",
      },
    ],
  },
  {
    file: 'src/providers/connectors/stripe/api.ts',
    tests: [...client, ...upstream],
    faults: [
      {
        what: 'a test account charges with a live key',
        find: 'unsentReason: isKeyOfMode ? null',
        replace: "unsentReason: isKeyOfMode || secretKey !== '' ? null",
      },
      {
        what: 'requests to Stripe have no idempotency key',
        find: "headers: { 'idempotency-key': orderId } });",
        replace: 'headers: {} });',
      },
    ],
  },
  {
    file: 'src/providers/connectors/scb/wire.ts',
    tests: scb('answers'),
    faults: [
      {
        what: 'a payment in dollars counts as baht',
        find: '  currencyCode: z.literal(BAHT),',
        replace: '  currencyCode: z.string(),',
      },
      {
        what: 'a payment to another biller counts',
        find: 'one.payeeProxyId === billerId && one.billPaymentRef1 === ref',
        replace: 'one.billPaymentRef1 === ref',
      },
      {
        what: 'a payment for another order counts',
        find: 'one.payeeProxyId === billerId && one.billPaymentRef1 === ref',
        replace: 'one.payeeProxyId === billerId',
      },
      {
        what: 'an error page with the code of success is an answer',
        find: 'if (isSuccess && given === SUCCESS)',
        replace: 'if (given === SUCCESS)',
      },
      {
        what: 'a reversed payment counts',
        find: "isReversed: one.reverseFlag === 'R',",
        replace: 'isReversed: false,',
        also: scb('find'),
      },
      {
        what: 'the slip of another transfer is verified',
        find: 'if (read?.transRef !== transRef || read.sendingBank !== sendingBank) return null;',
        replace: 'if (read === undefined) return null;',
        also: scb('slip'),
      },
    ],
  },
  {
    file: 'src/providers/connectors/scb/client.ts',
    tests: scb('find'),
    faults: [
      {
        what: 'an inquiry does not look at the day before midnight',
        find: 'const startMs = createdAt.getTime() - SKEW_MS;',
        replace: 'const startMs = nowMs;',
      },
      {
        what: 'a payment that SCB dates before midnight is not found',
        find: 'const SKEW_MS = 5 * 60 * 1_000;',
        replace: 'const SKEW_MS = 0;',
      },
      {
        what: 'a payment that SCB dates after the deadline is not found',
        find: 'Math.min((expiresAt ?? createdAt).getTime() + DAY_MS, nowMs);',
        replace: 'Math.min((expiresAt ?? createdAt).getTime(), nowMs);',
      },
      {
        what: 'a late payment is not found',
        find: 'const moments = [endMs, Math.max(startMs, nowMs - DAY_MS), nowMs];',
        replace: 'const moments = [endMs];',
      },
      {
        what: 'an unanswered day counts as a day without payments',
        find:
          "return reason === null ? { kind: 'waiting', ...reversed } : " +
          "{ kind: 'unreachable', reason };",
        replace: "return { kind: 'waiting' };",
      },
      {
        what: 'every refused inquiry means not paid',
        find: "answer.kind === 'failed' && unpaid.includes(answer.code ?? 0);",
        replace: "answer.kind === 'failed';",
        also: scb('answers'),
      },
      {
        what: 'a reference that is not one becomes part of a URL',
        find: 'if (ref === null || !referenceForm.test(ref)) {',
        replace: 'if (ref === null) {',
      },
      {
        what: 'the slip of a payment to somebody else is verified',
        find: "const ownRef = receiver === billerId ? paidTo : '';",
        replace: 'const ownRef = paidTo;',
        also: scb('slip'),
      },
    ],
  },
  {
    file: 'src/providers/connectors/scb/caller.ts',
    tests: scb('token'),
    faults: [
      {
        what: 'simulated payments pay the orders of a live account',
        find: 'if (isOfOtherMode(account.mode, settings)) {',
        replace: 'if (account.id === settings.apiKey) {',
      },
      {
        what: 'concurrent calls request a token each',
        find: '(pending ??= requestToken()',
        replace: '(pending = requestToken()',
      },
      {
        what: 'a token is used until its last second',
        find: 'data.expiresIn * 1_000 - EARLY_MS;',
        replace: 'data.expiresIn * 1_000;',
      },
      {
        what: 'a refused token stays in use',
        find: 'if (cached === token) cached = null;',
        replace: '',
      },
      {
        what: 'the secret is recorded',
        find: 'const tokenHttp = createHttpClient({ url, timeoutMs, publicOnly, ...tls });',
        replace: 'const tokenHttp = createHttpClient({ url, timeoutMs, ...tls, ...{ record } });',
      },
    ],
  },
  {
    file: 'src/providers/connectors/scb/callback.ts',
    tests: scb('callback'),
    faults: [
      {
        what: 'a confirmation for another biller is a hint',
        find: 'if (!read.success || read.data.payeeProxyId !== billerId) {',
        replace: 'if (!read.success) {',
      },
      {
        what: 'a confirmation that was not stored is accepted',
        find: "resCode: '99', resDesc: code,",
        replace: "resCode: '00', resDesc: code,",
      },
    ],
  },
  {
    file: 'src/providers/connectors/scb-qr/client.ts',
    tests: scb('issued-qr'),
    faults: [
      {
        what: 'a code of another amount is shown',
        find: 'return isOurs && amountSatang === code.amountSatang ? payload : null;',
        replace: 'return isOurs ? payload : null;',
      },
      {
        what: 'a code of another biller is shown',
        find: 'bill.billerId === code.billerId && bill.ref1 === code.ref1;',
        replace: 'bill.ref1 === code.ref1;',
      },
      {
        what: 'a lost answer leaves an order without a code',
        find: 'return isOpen && !hasCode ?',
        replace: 'return isOpen && hasCode ?',
      },
    ],
  },
  {
    file: 'src/providers/connectors/scb-bill/bill-check.ts',
    tests: scb('bill-check'),
    faults: [
      {
        what: 'a bill check needs no password',
        find: 'return isUser && isPassword;',
        replace: 'return isUser;',
      },
      {
        what: 'a bill check needs no user',
        find: 'return isUser && isPassword;',
        replace: 'return isPassword;',
      },
    ],
  },
  {
    file: 'src/providers/connectors/kbank/client.ts',
    tests: ['test/providers/connectors/kbank/kbank.test.ts'],
    faults: [
      {
        what: 'a code of KBank with another amount is shown to the payer',
        find: 'read.partnerTxnUid === reference && isThaiQrOf(read.qrCode, amountSatang)',
        replace: 'read.partnerTxnUid === reference && read.qrCode !== amountSatang',
      },
      {
        what: 'an answer of KBank about another reference is believed',
        find: '(read.reference1 ?? reference) === reference',
        replace: '(read.reference1 ?? reference) !== null',
      },
      {
        what: 'a duplicate at KBank is taken for a refusal',
        find: 'if (!invalid.has(code))',
        replace: "if (code === '')",
      },
    ],
  },
  {
    file: 'src/providers/connectors/received-amount.ts',
    tests: [
      'test/providers/connectors/kbank/kbank.test.ts',
      'test/providers/connectors/2c2p/2c2p.test.ts',
    ],
    faults: [
      {
        what: 'a received amount may be in exponential notation',
        find: '/^\\d{1,13}(?:\\.\\d{1,2})?$/',
        replace: '/^[\\de.]+$/',
      },
    ],
  },
  {
    file: 'src/platform/crypto/without-secrets.ts',
    tests: [
      'test/providers/connectors/kbank/kbank.test.ts',
      'test/providers/connectors/gbprimepay/gbprimepay.test.ts',
    ],
    faults: [
      {
        what: 'an exchange is recorded with its secret',
        find: "rest.replaceAll(form, '[secret]')",
        replace: 'rest.replaceAll(form, form)',
      },
    ],
  },
  {
    file: 'src/providers/connectors/2c2p/jwt.ts',
    tests: ['test/providers/connectors/2c2p/2c2p.test.ts'],
    faults: [
      {
        what: 'the header of a token chooses the algorithm',
        find: "header === '' || algorithmOf(header) !== 'HS256'",
        replace: "header === '' || algorithmOf(header) === null",
      },
      {
        what: 'a token of any key is accepted from 2C2P',
        find: 'return matches.includes(true) ? parse(claims) : null;',
        replace: 'return matches.length > 0 ? parse(claims) : null;',
      },
    ],
  },
  {
    file: 'src/providers/connectors/2c2p/client.ts',
    tests: ['test/providers/connectors/2c2p/2c2p.test.ts'],
    faults: [
      {
        what: 'an answer of 2C2P about another invoice is believed',
        find: 'read?.merchantID === merchantId && read.invoiceNo === invoiceNo',
        replace: 'read?.merchantID === merchantId',
      },
      {
        what: 'an unknown result code of 2C2P fails a payment',
        find: 'failing = /^(?:0003|4\\d{3})$/',
        replace: 'failing = /^(?:0003|[49]\\d{3})$/',
      },
      {
        what: 'an unsigned answer refuses a payment',
        find: "if (answer.kind === 'unsigned' || !invalid.test(code))",
        replace:
          "if (answer.kind !== 'claims') return { kind: 'refused', code, message: code };" +
          '\n  if (!invalid.test(code))',
      },
    ],
  },
  {
    file: 'src/providers/connectors/gbprimepay/client.ts',
    tests: ['test/providers/connectors/gbprimepay/gbprimepay.test.ts'],
    faults: [
      {
        what: 'an answer of GB Prime Pay about another reference is believed',
        find: 'if (txn?.referenceNo !== referenceNo)',
        replace: 'if (txn === undefined)',
      },
      {
        what: 'a reference is denied before GB Prime Pay may know it',
        find: "return { kind: isSettled ? 'not_found' : 'waiting' };",
        replace: "return { kind: isSettled ? 'not_found' : 'not_found' };",
      },
    ],
  },
  {
    file: 'src/providers/connectors/registry.ts',
    tests: ['test/providers/connectors/registry.test.ts'],
    faults: [
      {
        what: 'an inquiry outlasts its activity',
        find: 'return within(findMaxMs, found);',
        replace: 'return found;',
      },
      {
        what: 'an inquiry may take longer than its activity',
        find: 'const FIND_MAX_MS = 15_000;',
        replace: 'const FIND_MAX_MS = 30_000;',
      },
    ],
  },
  {
    file: 'src/providers/connectors/kbank/client.ts',
    tests: ['test/activities/money-by-connector.test.ts'],
    faults: [
      {
        what: 'the money of a payment that KBank voided stays credited',
        find: 'return { ...failed, reversed: succeededOnce(null, read.txnAmount).movements };',
        replace: 'return failed;',
      },
    ],
  },
  {
    file: 'src/providers/connectors/gbprimepay/client.ts',
    tests: ['test/activities/money-by-connector.test.ts'],
    faults: [
      {
        what: 'the money of a payment that GB Prime Pay voided stays credited',
        find: ", message: 'The payment was voided.', reversed };",
        replace: ", message: 'The payment was voided.' };",
      },
    ],
  },
];

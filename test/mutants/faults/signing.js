const sign = ['test/webhooks/sending/sign.test.ts'];

module.exports = [
  {
    file: 'src/webhooks/sending/sign.ts',
    tests: sign,
    faults: [
      {
        what: 'the body is not signed',
        find: 'hmac.update(`${id}.${timestamp}.`).update(body).digest',
        replace: 'hmac.update(`${id}.${timestamp}.`).digest',
      },
      {
        what: 'the timestamp is not signed',
        find: 'hmac.update(`${id}.${timestamp}.`)',
        replace: 'hmac.update(`${id}..`)',
      },
      {
        what: 'the id is not signed',
        find: 'hmac.update(`${id}.${timestamp}.`)',
        replace: 'hmac.update(`.${timestamp}.`)',
      },
      {
        what: 'only the first secret signs',
        find: 'secrets.map((secret) => sign(id, timestamp, body, secret)).join',
        replace: 'secrets.slice(0, 1).map((secret) => sign(id, timestamp, body, secret)).join',
      },
      {
        what: 'an old signature is accepted',
        find:
          'if (Math.abs(nowMs - Number(timestamp) * 1000) > SIGNATURE_TOLERANCE_MS) ' +
          'return false;',
        replace: '',
      },
      {
        what: 'a signature from the future is accepted',
        find:
          'if (Math.abs(nowMs - Number(timestamp) * 1000) > SIGNATURE_TOLERANCE_MS) ' +
          'return false;',
        replace: 'if (nowMs - Number(timestamp) * 1000 > SIGNATURE_TOLERANCE_MS) return false;',
      },
      {
        what: 'a signature is compared by its length only',
        find: 'given.length === expected.length && timingSafeEqual(given, expected)',
        replace: 'given.length === expected.length',
      },
      {
        what: 'a secret is used as text',
        find: 'return decodedKey(secret) ?? Buffer.from',
        replace: 'return Buffer.from',
      },
      {
        what: 'an id with a dot is signed',
        find: "if (id.includes('.')) throw",
        replace: "if (id.includes('..')) throw",
      },
      {
        what: 'a webhook without a secret is sent unsigned',
        find: "if (secrets.length === 0) throw new Error('a webhook is never sent unsigned');",
        replace: '',
      },
      {
        what: 'a new secret has 8 random bytes',
        find: 'randomBytes(32).toString',
        replace: 'randomBytes(8).toString',
      },
      {
        what: 'the timestamp is rounded up',
        find: 'Math.floor(atMs / 1000)',
        replace: 'Math.ceil(atMs / 1000)',
      },
    ],
  },
  {
    file: 'src/webhooks/store/deliveries.ts',
    tests: ['test/webhooks/api/rotate-secret.test.ts'],
    faults: [
      {
        what: 'the previous secret signs forever',
        find:
          'case when webhooks.previous_until > now()\n           then webhooks.previous_secre' +
          't_sealed end',
        replace: 'webhooks.previous_secret_sealed',
      },
    ],
  },
  {
    file: 'src/webhooks/store/webhooks.ts',
    tests: ['test/webhooks/api/rotate-secret.test.ts'],
    faults: [
      {
        what: 'the previous secret is deleted at its rotation',
        find: 'previous_secret_sealed = secret_sealed,',
        replace: 'previous_secret_sealed = null,',
      },
      {
        what: 'the previous secret signs for a month',
        find: "const OVERLAP = '24 hours';",
        replace: "const OVERLAP = '720 hours';",
      },
    ],
  },
  {
    file: 'client/src/verify-webhook.ts',
    tests: ['test/client/verify-webhook.test.ts'],
    faults: [
      {
        what: 'a merchant’s own secret is decoded as base64',
        find: 'if (btoa(binary) !== base64) return null;',
        replace: '',
      },
      {
        what: 'a header in capitals is not found',
        find: '.filter(([key]) => key.toLowerCase() === name)',
        replace: '.filter(([key]) => key === name)',
      },
    ],
  },
  {
    file: 'src/platform/crypto/vault.ts',
    tests: ['test/platform/crypto/vault.test.ts'],
    faults: [
      {
        what: 'a sealed value opens in another context',
        find: '.setAAD(Buffer.from(context)).setAuthTag(',
        replace: '.setAAD(Buffer.from(context.slice(0, 0))).setAuthTag(',
      },
      {
        what: 'every value is opened with the newest key',
        find: 'const key = ring.get(keyId);',
        replace: 'const key = ring.get(keyId) ?? sealing;',
      },
    ],
  },
];

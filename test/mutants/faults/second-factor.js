const tests = ['test/people/second-factor.test.ts'];
const passkeys = ['test/people/passkeys.test.ts'];

const changes = ['test/people/password-changes.test.ts'];

module.exports = [
  {
    file: 'src/people/passwords.ts',
    tests: changes,
    faults: [
      {
        what: 'a password that changes while it signs in begins a session',
        find: 'if (passwordHash !== account.passwordHash) throw',
        replace: "if (passwordHash === '') throw",
      },
    ],
  },
  {
    file: 'src/people/confirm-factor.ts',
    tests: changes,
    faults: [
      {
        what: 'a new password does not end a session that a second factor begins meanwhile',
        find: "    await lockPasswordHash(trx, realm, person.id, 'share');\n",
        replace: '',
      },
    ],
  },
  {
    file: 'src/people/own-account.ts',
    tests: changes,
    faults: [
      {
        what: 'a change of the password extends the time of the second factor',
        find: 'client, confirmedBy, factorAt);',
        replace: 'client, confirmedBy);',
      },
      {
        what: 'an older link sets the password after it has changed',
        find: 'await endPasswordResets(trx, person.id);',
        replace: '{}',
      },
    ],
  },
  {
    file: 'src/people/store/factors.ts',
    tests,
    faults: [
      {
        what: 'a code of an app is accepted again',
        find: 'and last_step < ${step} returning ${isSettled}',
        replace: 'returning ${isSettled}',
      },
      {
        what: 'a recovery code is accepted again',
        find: 'delete from recovery_codes where account_id = ${accountId} and',
        replace: 'update recovery_codes set hash = hash where account_id = ${accountId} and',
      },
      {
        what: 'a new authenticator removes another one',
        find: "created_at <= now() - interval '${raw(SETTLED_AFTER)}'",
        replace: "created_at <= now() + interval '${raw(SETTLED_AFTER)}'",
      },
    ],
  },
  {
    file: 'src/people/store/factors.ts',
    tests: passkeys,
    faults: [
      {
        what: 'a challenge is accepted again',
        find: 'sql`delete from passkey_challenges where challenge = ${challenge}',
        replace:
          'sql`update passkey_challenges set purpose = purpose where challenge = ${challenge}',
      },
    ],
  },
  {
    file: 'src/people/passkeys.ts',
    tests: passkeys,
    faults: [
      {
        what: 'a passkey is accepted from any origin of the host name',
        find: 'expectedOrigin: origin',
        replace: "expectedOrigin: [origin, 'http://localhost:9090']",
      },
      {
        what: 'a passkey is accepted without user verification',
        find: 'requireUserVerification: true,\n      credential',
        replace: 'requireUserVerification: false,\n      credential',
      },
    ],
  },
  {
    file: 'src/people/store/sessions.ts',
    tests,
    faults: [
      {
        what: 'a session without second factor stays after an authenticator was added',
        find: 'or not ${hasFactor(realm)})',
        replace: 'or true)',
      },
    ],
  },
  {
    file: 'src/people/sessions.ts',
    tests,
    faults: [
      {
        what: 'an operator has a session without second factor in live mode',
        find: "session.factor === 'none' && needsFactorToSignIn",
        replace: "session.factor !== 'none' && needsFactorToSignIn",
      },
    ],
  },
  {
    file: 'src/people/sign-in.ts',
    tests,
    faults: [
      {
        what: 'the password alone begins a session of a person with an authenticator',
        find: 'factors.length === 0 && !(await needsFactor(',
        replace: '!(await needsFactor(',
      },
      {
        what: 'a half-session is a session',
        find: 'const { token, hash } = newToken();',
        replace: `const token = await enter(deps, trx, seat, client, 'totp');
  const { hash } = newToken();`,
      },
      {
        what: 'a correct password resets the limits of guessed codes',
        find: 'if (!admission.isHalf) await',
        replace: 'await',
      },
      {
        what: 'a half-session adds an authenticator to a person who has one',
        find: "if (codes === null) throw new Problem('signed_out');",
        replace: '',
      },
      {
        what: 'a half-session begins several sessions',
        find: "if (!(await halves.endHalfSession(trx, half.id))) throw new Problem('signed_out');",
        replace: '',
      },
    ],
  },
  {
    file: 'src/people/limit-attempts.ts',
    tests,
    faults: [
      {
        what: 'codes are guessed from many networks',
        find: 'const FACTOR_TRIES = 20;',
        replace: 'const FACTOR_TRIES = 2_000;',
      },
    ],
  },
  {
    file: 'src/people/rules/second-factor.ts',
    tests,
    faults: [
      {
        what: 'a confirmation allows sensitive acts for ten hours',
        find: "FRESH_FOR = '10 minutes'",
        replace: "FRESH_FOR = '10 hours'",
      },
      {
        what: 'live mode lets people without second factor move money',
        find: "!isOptional && mode === 'live' ?",
        replace: '!isOptional && mode !== mode ?',
      },
      {
        what: 'a cookie copied after the sign-in adds an authenticator',
        find: "factor === 'fresh' && isRecentEnough",
        replace: "factor === 'fresh' && mode !== null",
      },
    ],
  },
  {
    file: 'src/people/own-factors.ts',
    tests,
    faults: [
      {
        what: 'an operator removes the last authenticator in live mode',
        find: 'if (isLast && needsFactorToSignIn',
        replace: 'if (!isLast && needsFactorToSignIn',
      },
    ],
  },
  {
    file: 'src/people/enrol-factor.ts',
    tests,
    faults: [
      {
        what: 'an authenticator is added with the page of another session',
        find: 'if (opened?.sessionId !== sessionId) throw',
        replace: 'if (opened === null) throw',
      },
    ],
  },
  {
    file: 'src/people/pages/account/security.tsx',
    tests,
    faults: [
      {
        what: 'the first authenticator is added without the password',
        find: "if (session.factor === 'none') {",
        replace: "if (session.factor !== 'none') {",
      },
    ],
  },
  {
    file: 'src/people/pages/account/security.tsx',
    tests,
    faults: [
      {
        what: 'an authenticator is removed without the password',
        find: '        await demandPassword(deps, session, fields.password, context);\n',
        replace: '',
      },
    ],
  },
  {
    file: 'src/people/late-factor.ts',
    tests,
    faults: [
      {
        what: 'the first authenticator of an old account holds nothing',
        find: '(await isYoungUser(trx, id)) && (await',
        replace: '(await',
      },
      {
        what: 'the first authenticator from an unknown place holds nothing',
        find: '(await isYoungUser(trx, id)) && (await isKnownClient(trx, id, client))',
        replace: 'await isYoungUser(trx, id)',
      },
    ],
  },
  {
    file: 'src/people/rules/second-factor.ts',
    tests,
    faults: [
      {
        what: 'an owner signs in with the password alone in live mode',
        find: "(who.realm === 'operator' || mayActAs<Realm>(who, 'approver'))",
        replace: "who.realm === 'operator'",
      },
    ],
  },
  {
    file: 'src/pages/kit/step-up/kept-form.ts',
    tests,
    faults: [
      {
        what: 'a kept form is submitted in another session',
        find: 'kept?.sessionId === sessionId && kept.path === path',
        replace: 'kept?.path === path',
      },
      {
        what: 'a kept form is submitted to another path',
        find: ' && kept.path === path;',
        replace: ';',
      },
    ],
  },
  {
    file: 'src/people/reset-factors.ts',
    tests,
    faults: [
      {
        what: 'a reset by the platform holds no payouts',
        find: 'await holdPayouts(trx, merchantId);',
        replace: '',
      },
      {
        what: 'a reset leaves the sessions open',
        find: 'await endSessions(trx, realm, person.id);',
        replace: '',
      },
    ],
  },
  {
    file: 'src/people/enrol-factor.ts',
    tests: ['test/people/second-factor.test.ts'],
    faults: [
      {
        what: 'a session that has ended adds an authenticator',
        find: 'if (held === null || isSuperseded) throw',
        replace: 'if (isSuperseded) throw',
      },
      {
        what: 'a session without a second factor adds a second authenticator',
        find: 'if (held === null || isSuperseded) throw',
        replace: 'if (held === null) throw',
      },
    ],
  },
];

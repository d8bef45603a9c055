const approvals = ['test/approvals/approvals.test.ts'];

module.exports = [
  {
    file: 'src/merchants/approval-rules/write-approval-rules.ts',
    tests: approvals,
    faults: [
      {
        what: 'an invitation from before the first rules adds an approver',
        find: '  if (!isFirst) return;\n',
        replace: '  if (isFirst || !isFirst) return;\n',
      },
    ],
  },
  {
    file: 'src/orders/store/provider-requests.ts',
    tests: approvals,
    faults: [
      {
        what: 'an unapproved request is claimed',
        find: '       and not is_manual and not awaits_approval\n',
        replace: '       and not is_manual\n',
      },
      {
        what: 'a request is approved after its order has ended',
        find: "       and orders.status = 'pending' and awaits_approval returning 1`",
        replace: '       and awaits_approval returning 1`',
      },
    ],
  },
  {
    file: 'src/kernel/outbox/store/sweep.ts',
    tests: approvals,
    faults: [
      {
        what: 'unapproved requests are swept every minute',
        find: ' and not is_manual and not awaits_approval\n',
        replace: ' and not is_manual\n',
      },
    ],
  },
  {
    file: 'activities/submit-or-inquire.ts',
    tests: approvals,
    faults: [
      {
        what: 'a workflow looks every second at an unapproved request',
        find: 'progress.isManual || progress.awaitsApproval',
        replace: 'progress.isManual',
      },
    ],
  },
  {
    file: 'src/approvals/decide-approval.ts',
    tests: approvals,
    faults: [
      {
        what: 'a proposer approves the own proposal',
        find: "if (isOwn && (decision === 'reject' || approval.needs === 1)) throw",
        replace: "if (isOwn && decision === 'reject') throw",
      },
      {
        what: 'somebody approves what an unknown person proposed',
        find: 'if (isAnonymous(approval) || first.firstBy === personId)',
        replace: 'if (first.firstBy === personId)',
      },
      {
        what: 'one person approves twice',
        find: 'if (isAnonymous(approval) || first.firstBy === personId)',
        replace: 'if (isAnonymous(approval))',
      },
      {
        what: 'the first of two approvals counts after that person has left',
        find: 'firstBy !== null && mayDecide(firstBy) ? firstBy : null',
        replace: 'firstBy',
      },
      {
        what: 'a former proposer withdraws a proposal',
        find: "if (!roles.has(personId)) throw new Problem('not_permitted');",
        replace: '',
      },
      {
        what: 'any member approves',
        find: 'if (!mayDecide(personId))',
        replace: 'if (false)',
      },
      {
        what: 'an approval is decided after it has expired',
        find: "approval.status !== 'pending' || approval.isOverdue",
        replace: "approval.status !== 'pending'",
      },
      {
        what: 'the payout of a revoked key is approved by mistake',
        find: "if (!warned.includes(warning)) throw new Problem('state_conflict');",
        replace: '',
      },
      {
        what: 'the payout of a former member is approved by mistake',
        find: "=== null ? ['proposer_left'] : [];",
        replace: '=== null ? [] : [];',
      },
      {
        what: 'a key whose maker has left is approved',
        find: "act === 'refund' || proposer.kind === 'command'",
        replace: "act === 'refund' || act === 'key' || proposer.kind === 'command'",
      },
      {
        what: 'a key whose approval fails stays',
        find: "if (approval.act === 'key') await revokeApiKey(",
        replace: "if (approval.act === 'refund') await revokeApiKey(",
      },
      {
        what: 'an approval and a change of the team wait for each other',
        find: 'const people = [personId, approval.proposer.id, ...',
        replace: 'const people = [personId, ...',
      },
      {
        what: 'a payout is approved while payouts are held',
        find: 'if (heldUntil === null) return;',
        replace: 'if (heldUntil !== undefined) return;',
      },
    ],
  },
  {
    file: 'src/approvals/decide-approval.ts',
    tests: ['test/approvals/pages/console/approvals.test.ts'],
    faults: [
      {
        what: 'a proposal of an operator who has lost the role is executed',
        find: '  await demandProposer(deps.db, approval);\n',
        replace: '',
      },
    ],
  },
  {
    file: 'src/people/acts/perform.ts',
    tests: ['test/approvals/pages/console/approvals.test.ts'],
    faults: [
      {
        what: 'a rehearsal is committed',
        find: '      throw new Rehearsed();\n',
        replace: '',
      },
      {
        what: 'a rehearsal is counted in the metrics',
        find: 'const metrics = withoutMoves(deps.metrics);',
        replace: 'const { metrics } = deps;',
      },
    ],
  },
  {
    file: 'src/orders/refund/acts.ts',
    tests: ['test/approvals/pages/console/approvals.test.ts'],
    faults: [
      {
        what: 'one operator records a manual refund as paid',
        find: 'needsApproval: approvalsAreOn,\n  async facts(deps, { refundId',
        replace: 'needsApproval: () => false,\n  async facts(deps, { refundId',
      },
      {
        what: 'a second proposal waits for the approval of the first, which waits for it',
        find: "if (refund.proposal?.status === 'pending') throw sameRequestWaits();",
        replace: '',
      },
    ],
  },
  {
    file: 'src/merchants/team/acts.ts',
    tests: ['test/approvals/pages/console/approvals.test.ts'],
    faults: [
      {
        what: 'one operator invites a viewer of every order',
        find: "role: 'admin',\n  needsApproval: approvalsAreOn,",
        replace: "role: 'admin',\n  needsApproval: () => false,",
      },
    ],
  },
  {
    file: 'src/merchants/acts.ts',
    tests: ['test/approvals/pages/console/approvals.test.ts'],
    faults: [
      {
        what: 'one operator enables a merchant',
        find: 'needsApproval: approvalsAreOn,\n  facts: (_deps, { merchantId: id, reason',
        replace: 'needsApproval: () => false,\n  facts: (_deps, { merchantId: id, reason',
      },
    ],
  },
  {
    file: 'src/providers/acts.ts',
    tests: ['test/approvals/pages/console/approvals.test.ts'],
    faults: [
      {
        what: 'one operator changes routing',
        find: 'needsApproval: approvalsAreOn,\n  async facts(deps, asked',
        replace: 'needsApproval: () => false,\n  async facts(deps, asked',
      },
      {
        what: 'one operator ends a callback URL',
        find: 'needsApproval: isOperators,\n  facts: (_deps, { accountId: subject, secret',
        replace: 'needsApproval: () => false,\n  facts: (_deps, { accountId: subject, secret',
      },
    ],
  },
  // This test migrates a database of its own, after the fault is planted.
  {
    file: 'src/migrations/0001-baseline/merchants.sql',
    tests: ['test/commands/roles.test.ts'],
    faults: [
      {
        what: 'a faulty process lets a proposer approve',
        find: 'when 1 then decided_by is distinct from person_id',
        replace: 'when 1 then true',
      },
      {
        what: 'a faulty process stores a proposal as approved',
        find: "if tg_op = 'INSERT' and new.status <> 'pending' then",
        replace: 'if false then',
      },
    ],
  },
  {
    file: 'src/kernel/acts/act.ts',
    tests: ['test/approvals/pages/console/approvals.test.ts'],
    faults: [
      {
        what: 'OPERATOR_APPROVALS has no effect',
        find: 'config.operators.approvals;',
        replace: 'config.operators.approvals && false;',
      },
    ],
  },
  {
    file: 'src/kernel/acts/act.ts',
    tests: ['test/pages/console/authorization.test.ts'],
    faults: [
      {
        what: 'a viewer does the acts of an operator',
        find: "(role === 'manager' ? realms[realm].manager : role) as",
        replace: "(role === 'manager' ? realms[realm].manager : 'viewer') as",
      },
    ],
  },
  {
    file: 'src/people/acts/perform.ts',
    tests: ['test/approvals/pages/console/approvals.test.ts'],
    faults: [
      {
        what: 'an act that needs an approval is done at once',
        find: 'if (act.facts === undefined || isCommand || !needsApproval) {',
        replace: 'if (act.facts === undefined || isCommand || needsApproval !== null) {',
      },
      {
        what: 'an approved act ignores what its facts pinned',
        find: 'const proposal = { ...input, ...pinned };',
        replace: 'const proposal = { ...input, ...(pinned && {}) };',
      },
    ],
  },
  {
    file: 'src/exceptions/acts.ts',
    tests: ['test/approvals/pages/console/approvals.test.ts'],
    faults: [
      {
        what: 'one operator resolves an exception with money',
        find: "approvalsAreOn(deps) && parts.some(({ as }) => as !== 'dismiss'),",
        replace: "approvalsAreOn(deps) && parts.every(({ as }) => as === 'dismiss'),",
      },
      {
        what: 'one operator corrects a resolution',
        find: 'needsApproval: approvalsAreOn,',
        replace: 'needsApproval: () => false,',
      },
    ],
  },
  {
    file: 'src/merchants/acts.ts',
    tests: ['test/approvals/pages/console/approvals.test.ts'],
    faults: [
      {
        what: 'one operator raises a payout limit',
        find: 'approvalsAreOn(deps) && liftsLimit(deps, id, limitSatang),',
        replace: 'approvalsAreOn(deps) && !(await liftsLimit(deps, id, limitSatang)),',
      },
      {
        what: 'one operator invites an owner of a merchant',
        find: 'needsApproval: approvalsAreOn,\n  facts: (_deps, { merchantId: id, email',
        replace: 'needsApproval: () => false,\n  facts: (_deps, { merchantId: id, email',
      },
    ],
  },
  {
    file: 'src/merchants/decide-merchant.ts',
    tests: ['test/approvals/pages/console/approvals.test.ts'],
    faults: [
      {
        what: 'a payout limit is raised without an audit event',
        find: "await recordAuditEvent(deps, trx, audit, 'merchant.limit_set', {",
        replace: "await Promise.resolve({ act: 'merchant.limit_set',",
      },
    ],
  },
  {
    file: 'src/providers/acts.ts',
    tests: ['test/approvals/pages/console/approvals.test.ts'],
    faults: [
      {
        what: 'one operator opens a provider account to orders',
        find: "isOperators(deps, audit) && status === 'on',",
        replace: "isOperators(deps, audit) && status !== 'on',",
      },
    ],
  },
  {
    file: 'src/exceptions/correct-exception.ts',
    tests: ['test/approvals/pages/console/approvals.test.ts'],
    faults: [
      {
        what: 'an approval corrects another resolution than the one it showed',
        find: 'if (resolutionId !== resolution.id) {',
        replace: 'if (resolutionId === null) {',
      },
    ],
  },
  {
    file: 'src/orders/refund/decide-manual-refund.ts',
    tests: ['test/approvals/pages/console/approvals.test.ts'],
    faults: [
      {
        what: 'a manual refund is released while its payment awaits an approval',
        find: "if (!isPaid && proposal?.status === 'pending') throw new Problem('state_conflict');",
        replace: '',
      },
    ],
  },
  {
    file: 'src/kernel/approvals/store/approvals.ts',
    tests: approvals,
    faults: [
      {
        what: 'the maker of a key approves what the key proposed',
        find: "where id = ${proposer.id} and made_by_kind in ('user', 'operator'))),",
        replace: 'where false)),',
      },
      {
        what: 'the payouts of a key that stays end with those of a revoked key',
        find: "       and proposer_kind = 'key' and proposer_id = ${keyId}\n     order by id",
        replace: '     order by id',
      },
      {
        what: 'the end of an approval has no event',
        find: "  await announceApproval(trx, 'approval.ended', ended);\n",
        replace: '',
      },
      {
        what: 'an event contains the email address of an invited person',
        find: ' || !announcedActs.has(act)) return;',
        replace: ') return;',
      },
      {
        what: "a team decides another team's approval",
        find: 'merchant_id = ${merchantId})`;',
        replace: 'true)`;',
      },
    ],
  },
  {
    file: 'src/merchants/store/api-keys.ts',
    tests: approvals,
    faults: [
      {
        what: 'a key requests a payout after its payouts were withdrawn with it',
        find: 'and (expires_at is null or expires_at > now()) for share`',
        replace: 'and (expires_at is null or expires_at > now())`',
      },
      {
        what: 'a key is revoked while its payout is approved without a question',
        find: 'as is_revoked from api_keys where id = ${keyId} for share`',
        replace: 'as is_revoked from api_keys where id = ${keyId}`',
      },
    ],
  },
  {
    file: 'src/kernel/approvals/store/approval-rules.ts',
    tests: approvals,
    faults: [
      {
        what: 'payouts at the same time do not count each other',
        find: 'where merchant_id = ${merchantId} for no key update`',
        replace: 'where merchant_id = ${merchantId}`',
      },
      {
        what: 'approved payouts count as unapproved ones',
        find: 'not exists (select from approvals where subject = order_states.order_id',
        replace: 'not exists (select from approvals where subject = order_states.merchant_id',
      },
    ],
  },
  {
    file: 'src/kernel/merchants/store.ts',
    tests: approvals,
    faults: [
      {
        what: 'an unapproved key authenticates requests',
        find: '       and not api_keys.awaits_approval`',
        replace: '`',
      },
    ],
  },
  {
    file: 'src/merchants/approval-rules/payout-approval.ts',
    tests: approvals,
    faults: [
      {
        what: 'a key of an unknown maker requests a payout that needs an approval',
        find: '  if (isTeamKey(maker)) return;\n',
        replace: '  if (maker !== undefined) return;\n',
      },
      {
        what: 'a listed account is new',
        find: 'return !isListed && ',
        replace: 'return ',
      },
      {
        what: 'payouts of keys that wait are not limited',
        find: '+ amountSatang <= keysWaitingSatang) return;',
        replace: '+ amountSatang <= keysWaitingSatang || merchantId !== null) return;',
      },
    ],
  },
  {
    file: 'src/orders/refund/create-refund.ts',
    tests: approvals,
    faults: [
      {
        what: 'a refund makes its payer a known account',
        find: 'account === null || (await isPayerAccount(deps, payment, account));',
        replace: 'account === null;',
      },
    ],
  },
  {
    file: 'src/merchants/approval-rules/acts.ts',
    tests: approvals,
    faults: [
      {
        what: 'the first rules of a team of one are proposed to nobody',
        find: 'if (!isProposed || !isRuled(before)) await',
        replace: 'if (!isProposed) await',
      },
    ],
  },
  {
    file: 'src/orders/refund/refund-terms.ts',
    tests: approvals,
    faults: [
      {
        what: 'a refund without evidence of its payer goes to no new account',
        find: 'return payer !== null && isSameAccount(payer, account);',
        replace: 'return payer === null || isSameAccount(payer, account);',
      },
    ],
  },
  {
    file: 'src/kernel/approvals/store/approval-rules.ts',
    tests: approvals,
    faults: [
      {
        what: 'an account counts as paid before a payout has succeeded',
        find: "and orders.status = 'succeeded' and orders.amount_satang >=",
        replace: 'and orders.amount_satang >=',
      },
      {
        what: 'an account is known for every amount',
        find: 'and orders.amount_satang >= ${amountSatang}',
        replace: 'and ${amountSatang}::bigint > 0',
      },
      {
        what: 'a payout without an approval makes an account known',
        find: "where subject = orders.id and status = 'approved'",
        replace: "where subject = orders.id or status = 'approved' or true",
      },
      {
        what: 'an account that another merchant has paid is not new',
        find: 'where payee_digest = ${payeeDigest} and orders.merchant_id = ${merchantId}',
        replace: 'where payee_digest = ${payeeDigest} and ${merchantId}::text is not null',
      },
    ],
  },
  {
    file: 'src/merchants/team/acts.ts',
    tests: approvals,
    faults: [
      {
        what: 'an invitation in flight does not wait for the first rules',
        find: 'before: ({ db }, { merchantId }) => lockMerchant(db, merchantId),',
        replace: 'before: async () => {},',
      },
      {
        what: 'an owner adds an approver alone',
        find: "isPowerful('merchant', role) && isRuled(",
        replace: 'false && isRuled(',
      },
    ],
  },
  {
    file: 'src/kernel/approvals/rules/approval.ts',
    tests: approvals,
    faults: [
      {
        what: 'an approval is needed only above the amount',
        find: 'amountSatang >= limitSatang',
        replace: 'amountSatang > limitSatang',
      },
      {
        what: 'one approver suffices for every payout of a key',
        find: 'if (isByKey && isFrom(rules.keysFromSatang, amountSatang)) return 2;',
        replace: '',
      },
      {
        what: 'one person lists an account',
        find: 'after.payees.some((payee) => !before',
        replace: 'after.payees.every((payee) => !before',
      },
      {
        what: 'rules are raised out of reach without an approval',
        find: 'before !== null && (after === null || after > before)',
        replace: 'before !== null && after === null',
      },
    ],
  },
];

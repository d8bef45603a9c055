const others = ['test/api/other-merchants.test.ts', 'test/api/merchant-scope.test.ts'];
const roles = ['test/web/dashboard/authorization.test.ts'];

module.exports = [
  {
    file: 'src/domain/permission.ts',
    tests: ['test/api/key-permissions.test.ts'],
    faults: [
      {
        what: 'a key that writes may withdraw',
        find: 'permissions.indexOf(given) >= permissions.indexOf(needed)',
        replace: 'permissions.indexOf(given) + 1 >= permissions.indexOf(needed)',
      },
    ],
  },
  {
    file: 'src/domain/role.ts',
    tests: roles,
    faults: [
      {
        what: 'a developer may do what an owner may',
        find: 'roles.indexOf(role) >= roles.indexOf(needed)',
        replace: 'roles.indexOf(role) + 1 >= roles.indexOf(needed)',
      },
    ],
  },
  {
    file: 'src/domain/operator.ts',
    tests: ['test/web/console/authorization.test.ts'],
    faults: [
      {
        what: 'an operator who looks may decide',
        find: 'operatorRoles.indexOf(role) >= operatorRoles.indexOf(needed)',
        replace: 'operatorRoles.indexOf(role) + 1 >= operatorRoles.indexOf(needed)',
      },
    ],
  },
  {
    file: 'src/lib/bearer.ts',
    tests: ['test/application/authenticate.test.ts', 'test/api/authorization.test.ts'],
    faults: [
      {
        what: 'any bearer is the provider’s',
        find: '.includes(true);',
        replace: '.length > 0;',
      },
      {
        what: 'a credential of another scheme is taken',
        find: '/^Bearer +([^\\s]+) *$/i',
        replace: '/^\\w+ +([^\\s]+) *$/i',
      },
    ],
  },
  {
    file: 'src/application/merchants/authenticate.ts',
    tests: ['test/application/authenticate.test.ts', 'test/api/authorization.test.ts'],
    faults: [
      {
        what: 'a key that is known to nobody is let in',
        find: 'if (merchant === null) throw unauthorized(authorization);\n  return merchant;',
        replace: 'return merchant as KeyHolder;',
      },
    ],
  },
  {
    file: 'src/application/callbacks/receive-callback.ts',
    tests: ['test/api/callbacks/forged.test.ts'],
    faults: [
      {
        what: 'a merchant calls back in a live deployment',
        find: "if (deps.config.mode !== 'sandbox') throw unauthorized(authorization);",
        replace: '',
      },
    ],
  },
  {
    file: 'src/db/orders/callbacks.ts',
    tests: ['test/api/callbacks/forged.test.ts', 'test/api/callbacks/payment.test.ts'],
    faults: [
      {
        what: 'a merchant calls back for another merchant’s order',
        find: `select orders.id, kind, method, merchant_id, reference from orders, input
       where (orders.id in (\${callback.namedOrder}, \${callback.namedOrder.toLowerCase()})
           or ref = \${callback.namedOrder.toUpperCase()}) and kind = input.route
         and provider_account_id = input.account_id
         and (input.sender is null or merchant_id = input.sender)`,
        replace: `select orders.id, kind, method, merchant_id, reference from orders, input
       where (orders.id in (\${callback.namedOrder}, \${callback.namedOrder.toLowerCase()})
           or ref = \${callback.namedOrder.toUpperCase()}) and kind = input.route
         and provider_account_id = input.account_id`,
      },
      {
        what: 'a callback at the door of another kind is taken',
        find: `select orders.id, kind, method, merchant_id, reference from orders, input
       where (orders.id in (\${callback.namedOrder}, \${callback.namedOrder.toLowerCase()})
           or ref = \${callback.namedOrder.toUpperCase()}) and kind = input.route`,
        replace: `select orders.id, kind, method, merchant_id, reference from orders, input
       where (orders.id in (\${callback.namedOrder}, \${callback.namedOrder.toLowerCase()})
           or ref = \${callback.namedOrder.toUpperCase()}) and input.route is not null`,
      },
    ],
  },
  {
    file: 'src/http/serve.ts',
    tests: ['test/api/key-permissions.test.ts', 'test/api/authorization.test.ts'],
    faults: [
      {
        what: 'no permission is asked for',
        find: 'if (allows(permission, needed)) return;',
        replace: 'return;',
      },
      {
        what: 'a disabled merchant creates orders',
        find: "if (facts.creates === true && merchant.status === 'disabled')",
        replace: "if (facts.creates === true && merchant.status === ('deleted' as string))",
        also: ['test/api/qr-codes/create-403.test.ts', 'test/api/withdrawals/create-403.test.ts'],
      },
      {
        what: 'refused credentials are not counted',
        find: 'await (byKey ? limits.keys.refuse(ctx) : limits.countRefusal(ctx));',
        replace: 'throw error;',
        also: ['test/http/rate-limits.test.ts'],
      },
    ],
  },
  {
    file: 'src/db/accounts/merchants.ts',
    tests: [
      'test/api/authorization.test.ts',
      'test/web/dashboard/keys.test.ts',
      'test/web/dashboard/team.test.ts',
    ],
    faults: [
      {
        what: 'a revoked key lets in',
        find: '::bytea[])\n       and api_keys.revoked_at is null`',
        replace: '::bytea[])`',
      },
      {
        what: 'the list of former members’ keys counts a membership elsewhere',
        find: '\n       and memberships.merchant_id = api_keys.merchant_id',
        replace: '',
      },
    ],
  },
  {
    file: 'src/db/orders/refunds.ts',
    tests: others,
    faults: [
      {
        what: 'another merchant’s payment is refunded',
        find: `     where id = \${paymentId} and merchant_id = \${merchantId} and kind = 'payment'
     for no key update`,
        replace: `     where id = \${paymentId} and (merchant_id = \${merchantId} or true)
     and kind = 'payment' for no key update`,
        also: ['test/api/refunds/create-400.test.ts'],
        survives:
          'The statement after it, which reads the payment, has the same condition: the payment ' +
          'is locked for a moment, and not found.',
      },
      {
        what: 'another merchant’s refund is shown',
        find: ".where({ 'orders.id': refundId, 'orders.merchant_id': merchantId })",
        replace: ".where({ 'orders.id': refundId })",
        also: ['test/api/refunds/read-and-list.test.ts'],
      },
    ],
  },
  {
    file: 'src/db/webhooks/webhooks.ts',
    tests: [
      'test/api/webhooks/change.test.ts',
      'test/api/webhooks/read-and-delete.test.ts',
      ...others,
    ],
    faults: [
      {
        what: 'another merchant’s webhook is deleted',
        find:
          ".where({ id: webhookId, merchant_id: merchantId })\n    .whereNot('status'," +
          " 'deleted')\n    .update({ status: 'deleted' });",
        replace:
          ".where({ id: webhookId })\n    .whereNot('status', 'deleted')\n    .update(" +
          "{ status: 'deleted' });",
      },
      {
        what: 'another merchant’s webhook is shown',
        find:
          ".where({ id: webhookId, merchant_id: merchantId })\n    .whereNot('status'," +
          " 'deleted')\n    .first",
        replace: ".where({ id: webhookId })\n    .whereNot('status', 'deleted')\n    .first",
      },
      {
        what: 'a webhook that is enabled keeps its failures',
        find: '...(enabled === true ? enabling : {}),',
        replace: "...(enabled === true ? { status: 'active' } : {}),",
      },
    ],
  },
  {
    file: 'src/db/accounts/sessions.ts',
    tests: ['test/web/dashboard/accounts.test.ts', 'test/web/console/accounts.test.ts'],
    faults: [
      {
        what: 'a session that nobody uses lives on',
        find: "`${sessions}.seen_at > now() - interval '${idle}'",
        replace: '`${sessions}.seen_at is not null',
      },
      {
        what: 'a session that is used lives for ever',
        find: "and ${sessions}.created_at > now() - interval '${life}'`",
        replace: 'and ${sessions}.created_at is not null`',
      },
      {
        what: 'somebody else’s session is ended',
        find: 'const own = { [column]: personId, id: sessionId };',
        replace: 'const own = { id: sessionId };',
      },
    ],
  },
  {
    file: 'src/web/kit/pages.ts',
    tests: roles,
    faults: [
      {
        what: 'a form of another site is taken',
        find: `        requireSameOrigin(deps, request);
        const sent = await request.readFields();
        requireFormToken(sent, context);`,
        replace: `        const sent = await request.readFields();
        requireFormToken(sent, context);`,
      },
      {
        what: 'a form without its token is taken',
        find: '        requireFormToken(sent, context);\n',
        replace: '',
      },
      {
        what: 'a form asks for no role',
        find: '        requireRole(caller.session, role, creates === true);\n',
        replace: '',
      },
      {
        what: 'a page asks for no role',
        find: `        const { caller, params } = request;
        requireRole(caller.session, role, false);`,
        replace: '        const { caller, params } = request;',
      },
    ],
  },
];

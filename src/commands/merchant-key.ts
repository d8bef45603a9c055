import { maskedPayees } from '../merchants/payees';
import { listApiKeys } from '../merchants/store/api-keys';
import { namedAct } from './act';
import { only, printRows, type Command } from './command';
import { withStores } from './wiring';

export const create = namedAct('key_created', ({ result: json }) => ({ json }));
export const change = namedAct(
  'key_changed',
  ({ input: { keyId }, result: { signingSecret } }) => ({
    json: { keyId, signingSecret },
  }),
);
export const rotate = namedAct('key_rotated', ({ result: json }) => ({ json }));
export const revoke = namedAct('key_revoked', ({ input: { keyId }, result: payoutsWithdrawn }) => ({
  json: { keyId, revoked: true, payoutsWithdrawn },
}));

export const list: Command = {
  summary: "list a merchant's API keys",
  usage: '<merchant-id>',
  options: {},
  async run(invocation) {
    const merchantId = only(invocation, 'a merchant ID');
    const rows = await withStores(invocation.config, async (deps) =>
      (await listApiKeys(deps.db, deps.vault, merchantId)).map((key) => ({
        id: key.id,
        name: key.name,
        key: key.hint,
        permission: key.permissions.join(','),
        created: key.createdAt.toISOString(),
        expires: key.expiresAt?.toISOString() ?? '',
        used: key.lastUsedAt?.toISOString() ?? '',
        from: key.lastUsedFrom ?? '',
        addresses: key.addresses?.join(' ') ?? '',
        payees: maskedPayees(deps, key)?.join(', ') ?? '',
        signed: key.signingSecretSealed === null ? '' : 'yes',
        replaced: key.replacedBy ?? '',
        revoked: key.revokedAt?.toISOString() ?? '',
      })),
    );
    printRows(invocation, rows);
    return 0;
  },
};

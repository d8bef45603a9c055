import { appendAuditEvent } from '../../src/kernel/audit/store/audit-log';
import type { Deps } from '../../src/deps';
import { commandAudit } from './gateway';

/** Begins the audit log of a merchant that a test inserted. */
export const openAuditLog = ({ db, vault }: Pick<Deps, 'db' | 'vault'>, merchantId: string) =>
  appendAuditEvent(db, vault, {
    actor: commandAudit.actor,
    scope: merchantId,
    act: 'merchant.opened',
    subject: merchantId,
    detail: {},
  });

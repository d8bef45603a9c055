import * as auditLog from '../../kernel/audit/store/audit-log';
import { findNames } from '../store/people';
import type { Team } from '../../kernel/rules/realm';
import type { Deps } from '../../deps';
import { OPERATORS } from '../../kernel/audit/record-audit-event';

/** `actorName` is null unless the actor is a person of the log's realm. */
export type ShownAuditEvent = auditLog.AuditLine & { readonly actorName: string | null };

/** Newest first, before the event of the given number. */
export async function listAuditEvents(
  { db, vault }: Pick<Deps, 'db' | 'vault'>,
  { realm, merchantId }: Team,
  slice: { readonly limit: number; readonly before: number | null },
): Promise<{ readonly items: readonly ShownAuditEvent[]; readonly hasMore: boolean }> {
  const page = await auditLog.listAuditEvents(db, merchantId ?? OPERATORS, slice);
  const ids = new Set(page.items.map(({ actorId }) => actorId));
  const names = await findNames(db, vault, realm, [...ids]);
  const items = page.items.map((line) => ({
    ...line,
    actorName: names.get(line.actorId) ?? null,
  }));
  return { items, hasMore: page.hasMore };
}

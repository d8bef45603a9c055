import * as auditLog from '../db/audit-log';
import type { AuditLine } from '../db/audit-log';
import { findNames } from '../db/users';
import type { Deps } from './deps';
import type { Session } from './find-session';

/** A line of the audit log, with the name of who acted. */
export type ShownAct = AuditLine & { readonly actorName: string | null };

/** Who did what for a merchant, newest first, before the line of that number. */
export async function listActs(
  deps: Pick<Deps, 'db'>,
  { merchant }: Session,
  slice: { readonly limit: number; readonly before: number | null },
): Promise<{ readonly items: readonly ShownAct[]; readonly hasMore: boolean }> {
  const page = await auditLog.listActs(deps.db, merchant.id, slice);
  const names = await findNames(deps.db, [...new Set(page.items.map(({ actorId }) => actorId))]);
  const items = page.items.map((line) => ({
    ...line,
    actorName: names.get(line.actorId) ?? null,
  }));
  return { items, hasMore: page.hasMore };
}

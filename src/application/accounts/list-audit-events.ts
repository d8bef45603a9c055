import * as auditLog from '../../db/accounts/audit-log';
import type { AuditLine } from '../../db/accounts/audit-log';
import { findOperatorNames } from '../../db/accounts/operators';
import { findNames } from '../../db/accounts/users';
import type { Deps } from '../deps';
import { OPERATORS } from './record-audit-event';

/** A line of the audit log, with the name of who acted. */
export type ShownAuditEvent = AuditLine & { readonly actorName: string | null };

interface Slice {
  readonly limit: number;
  readonly before: number | null;
}

interface Acts {
  readonly items: readonly ShownAuditEvent[];
  readonly hasMore: boolean;
}

/** Who did what for a merchant, newest first, before the line of that number. */
export const listAuditEvents = (
  deps: Pick<Deps, 'db'>,
  merchantId: string,
  slice: Slice,
): Promise<Acts> => listNamed(deps, merchantId, slice, findNames);

/** What operators did, likewise. */
export const listOperatorAuditEvents = (deps: Pick<Deps, 'db'>, slice: Slice): Promise<Acts> =>
  listNamed(deps, OPERATORS, slice, findOperatorNames);

async function listNamed(
  { db }: Pick<Deps, 'db'>,
  scope: string,
  slice: Slice,
  namesOf: typeof findNames,
): Promise<Acts> {
  const page = await auditLog.listAuditEvents(db, scope, slice);
  const names = await namesOf(db, [...new Set(page.items.map(({ actorId }) => actorId))]);
  const items = page.items.map((line) => ({
    ...line,
    actorName: names.get(line.actorId) ?? null,
  }));
  return { items, hasMore: page.hasMore };
}

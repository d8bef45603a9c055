import * as memberships from '../../db/accounts/memberships';
import type { Deps } from '../deps';
import type { Session } from './find-session';

export type Membership = Awaited<ReturnType<typeof memberships.listMemberships>>[number];

/** The merchants that a person works for. */
export const listMemberships = (
  deps: Pick<Deps, 'db'>,
  { user }: Session,
): Promise<readonly Membership[]> => memberships.listMemberships(deps.db, user.id);

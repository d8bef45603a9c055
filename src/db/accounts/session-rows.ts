import type { Db } from '../postgres/connect';
import { run } from '../postgres/connect';

/** Sessions of one kind of people: where they stand, and how long they last. */
export interface SessionTable {
  readonly table: 'sessions' | 'operator_sessions';
  readonly owner: 'user_id' | 'operator_id';
  /** After so long without a request a session is over; and after so long in any case. */
  readonly idle: string;
  readonly life: string;
}

/** How exactly it is known when a session was last used: each request would else write. */
const SEEN_EVERY = '1 minute';

export const isLive = ({ table, idle, life }: SessionTable): string =>
  `${table}.seen_at > now() - interval '${idle}'
  and ${table}.created_at > now() - interval '${life}'`;

/** Whether it is time to note that a session was used. */
export const isStale = ({ table }: SessionTable): string =>
  `${table}.seen_at < now() - interval '${SEEN_EVERY}'`;

export async function seeSession(db: Db, { table }: SessionTable, hash: Buffer): Promise<void> {
  await run(db, `see-${table}`, `update ${table} set seen_at = now() where hash = ?`, [hash]);
}

/** What a person sees of the places where they are signed in. */
export interface OpenSession {
  readonly id: string;
  readonly address: string | null;
  readonly agent: string | null;
  readonly createdAt: Date;
  readonly seenAt: Date;
}

export async function listOpenSessions(
  db: Db,
  sessions: SessionTable,
  ownerId: string,
): Promise<readonly OpenSession[]> {
  const { table, owner } = sessions;
  return run<OpenSession>(
    db,
    `list-${table}`,
    `select id, address, agent, created_at as "createdAt", seen_at as "seenAt"
     from ${table} where ${owner} = ? and ${isLive(sessions)} order by seen_at desc, id limit 50`,
    [ownerId],
  );
}

/** False when the person has no such session. */
export async function endOneSession(
  trx: Db,
  { table, owner }: SessionTable,
  ownerId: string,
  sessionId: string,
): Promise<boolean> {
  return (
    (await trx(table)
      .where({ [owner]: ownerId, id: sessionId })
      .delete()) > 0
  );
}

/** Ends all of a person's sessions. Returns how many. */
export const endEverySession = (
  trx: Db,
  { table, owner }: SessionTable,
  ownerId: string,
): Promise<number> => trx(table).where(owner, ownerId).delete();

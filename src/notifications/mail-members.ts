import type { Deps } from '../deps';
import { enqueueNotice } from '../people/send-mail';
import type { Db } from '../platform/postgres/connect';
import { occasionKinds, type MemberMail, type OccasionKind } from './rules/member-mail';
import { beginRound, markMailed } from './store/member-mails';
import { findDueMembers } from './store/occasions';
import { findDueForReceived, findDueForSummary, postpone } from './store/timetable';
import { findSummary } from './find-summary';

type Doing = Pick<Deps, 'db' | 'vault'>;
type Round = (trx: Db, until: string) => Promise<number>;

/** What one mail lists. */
const ITEMS_MAX = 20;

/** Of each kind, mails up to `limit` members. Returns the number of members that were due. */
export async function mailMembers(deps: Doing, limit: number): Promise<number> {
  let count = 0;
  for (const kind of occasionKinds) {
    count += await inRound(deps, (trx, until) => mailOccasions(deps, trx, kind, until, limit));
  }
  count += await inRound(deps, (trx, until) => mailReceived(deps, trx, until, limit));
  return count + (await inRound(deps, (trx, until) => mailSummaries(deps, trx, until, limit)));
}

/** One transaction writes mails, outbox messages and cursors. */
const inRound = ({ db }: Doing, work: Round): Promise<number> =>
  db.transaction(async (trx) => {
    const until = await beginRound(trx);
    return until === null ? 0 : work(trx, until);
  });

async function mailOccasions<K extends OccasionKind>(
  deps: Doing,
  trx: Db,
  kind: K,
  until: string,
  limit: number,
): Promise<number> {
  const due = await findDueMembers(trx, deps.vault, kind, until, limit);
  for (const { items, merchantId, merchantName, ...person } of due) {
    const listed = {
      items: items.slice(0, ITEMS_MAX),
      more: Math.max(0, items.length - ITEMS_MAX),
    };
    const mail = { userId: person.id, merchantId, merchantName, kind, ...listed } as MemberMail;
    await enqueueNotice(deps, trx, person, mail);
  }
  await markMailed(trx, kind, due.map(memberOf), until);
  return due.length;
}

/** A member without a payment since the last mail is checked again in a minute. */
async function mailReceived(deps: Doing, trx: Db, until: string, limit: number): Promise<number> {
  const due = await findDueForReceived(trx, deps.vault, until, limit);
  const paid = due.filter(({ count }) => count > 0);
  for (const { merchantId, merchantName, count, satang, isMore, ...person } of paid) {
    const received = { kind: 'payment_received', count, satang, isMore } as const;
    const to = { userId: person.id, merchantId, merchantName };
    await enqueueNotice(deps, trx, person, { ...to, ...received });
  }
  await markMailed(trx, 'payment_received', paid.map(memberOf), until);
  await postpone(trx, due.filter(({ count }) => count === 0).map(memberOf));
  return due.length;
}

async function mailSummaries(deps: Doing, trx: Db, until: string, limit: number): Promise<number> {
  const due = await findDueForSummary(trx, deps.vault, limit);
  for (const { merchantId, merchantName, day, ...person } of due) {
    const summary = {
      kind: 'daily_summary',
      ...(await findSummary(trx, merchantId, day)),
    } as const;
    const to = { userId: person.id, merchantId, merchantName };
    await enqueueNotice(deps, trx, person, { ...to, ...summary });
  }
  await markMailed(trx, 'daily_summary', due.map(memberOf), until);
  return due.length;
}

const memberOf = ({ id, merchantId }: { readonly id: string; readonly merchantId: string }) => ({
  userId: id,
  merchantId,
});

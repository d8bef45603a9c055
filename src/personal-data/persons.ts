import { eraseSubjects, redactResponse, whyKept, type Kept } from './store/erase-subject';
import { noteErasure } from './store/erasures';
import { findSubjects, readSubject } from './store/personal-rows';
import { eraseFormerAccounts, findBusinesses, type BusinessRow } from './store/business-rows';
import { erasePerson, findPeople, type PeopleRow } from './store/people-rows';
import { contains, type Identifier } from '../kernel/rules/identifier';
import { recordAuditEvent, type AuditContext } from '../kernel/audit/record-audit-event';
import type { Deps } from '../deps';

type Doing = Pick<Deps, 'db' | 'vault'>;

/** One entry per order. */
export interface PersonExport {
  readonly subjects: readonly {
    readonly subject: string;
    readonly rows: readonly {
      readonly table: string;
      readonly values: Readonly<Record<string, string | null>>;
    }[];
  }[];
  /** Accounts with the name or e-mail address: users, operators, invitations, mails. */
  readonly people: readonly PeopleRow[];
  readonly businesses: readonly BusinessRow[];
}

/** Finds the orders in whose rows every identifier occurs. Reads all rows about customers. */
export async function exportPerson(
  { db, vault }: Doing,
  audit: AuditContext,
  identifiers: readonly Identifier[],
): Promise<PersonExport> {
  return db.transaction(async (trx) => {
    const found = await findSubjects(trx, vault, identifiers);
    const subjects = [];
    for (const subject of found) {
      const rows = await readSubject(trx, vault, subject);
      subjects.push({ subject, rows: rows.map(({ table, values }) => ({ table, values })) });
    }
    const people = await findPeople(trx, vault, identifiers);
    const businesses = await findBusinesses(trx, vault, identifiers);
    await recordAuditEvent({ vault }, trx, audit, 'person.exported', {
      subject: kindsOf(identifiers),
      detail: {
        orders: subjects.length,
        people: people.length,
        businesses: businesses.length,
      },
    });
    return { subjects, people, businesses };
  });
}

export interface Forgotten {
  readonly erased: readonly string[];
  /** `because`: why the rows were not erased. */
  readonly kept: readonly {
    readonly subject: string;
    readonly because: Kept | 'member' | 'business';
  }[];
}

/**
 * Erases the customer's data of every order that `exportPerson` would list, and accounts without a
 * team. The ledger, amounts, ids and the audit log stay. `reason` overrides the legal retention;
 * nothing overrides an open order or exception.
 */
export async function forgetPerson(
  deps: Doing,
  audit: AuditContext,
  identifiers: readonly Identifier[],
  { days, reason }: { readonly days: number; readonly reason: string | null },
): Promise<Forgotten> {
  const { db, vault } = deps;
  const found = await db.transaction(async (trx) => {
    const subjects = await findSubjects(trx, vault, identifiers);
    // Orders are erased one by one: an interrupted erasure is recorded as well.
    await recordAuditEvent({ vault }, trx, audit, 'person.erasure_begun', {
      subject: kindsOf(identifiers),
      detail: { reason },
    });
    return subjects;
  });
  const erased: string[] = [];
  const kept: { subject: string; because: Kept | 'member' | 'business' }[] = [];
  let known: readonly Identifier[] = identifiers;
  for (const subject of found.filter((each) => !isResponse(each))) {
    await db.transaction(async (trx) => {
      const because = await whyKept(trx, subject, days);
      if (because !== null && (because !== 'retention' || reason === null)) {
        kept.push({ subject, because });
        return;
      }
      known = [...known, ...(await eraseSubjects(trx, vault, [subject], identifiers))];
      await noteErasure(trx, subject, 'request');
      erased.push(subject);
    });
  }
  await db.transaction(async (trx) => {
    // A response that lost the account but not the name would not be found again.
    const responses = kept.length === 0 ? found.filter(isResponse) : [];
    for (const subject of responses) await redactResponse(trx, vault, subject, known);
    const people = await erasePerson(trx, vault, identifiers);
    erased.push(...people.erased);
    kept.push(...people.kept.map((subject) => ({ subject, because: 'member' as const })));
    const businesses = await eraseFormerAccounts(trx, vault, identifiers);
    erased.push(...businesses.erased);
    kept.push(...businesses.kept.map((subject) => ({ subject, because: 'business' as const })));
    await recordAuditEvent({ vault }, trx, audit, 'person.forgotten', {
      subject: kindsOf(identifiers),
      detail: { erased: erased.length, kept: kept.length, reason },
    });
  });
  return { erased, kept };
}

/** Idempotency responses are found by merchant, operation and key. */
const isResponse = (subject: string): boolean => subject.includes(' ');

/** The audit log never changes, so it has the kinds only. */
const kindsOf = (identifiers: readonly Identifier[]): string =>
  identifiers.map(({ kind }) => kind).join('+');

/** Such a text must not enter the audit log. */
export const namesPerson = (text: string, identifiers: readonly Identifier[]): boolean =>
  identifiers.some((each) => contains(text, each));

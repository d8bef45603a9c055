import { randomUUID } from 'node:crypto';
import {
  ERASED,
  ERASED_BODY,
  mapLeaves,
  parseJson,
  readIdentifier,
  redactText,
  wordsOfName,
  type Identifier,
} from '../../kernel/rules/identifier';
import { isOpen, type OrderKind, type OrderState } from '../../orders/rules/kinds';
import type { Vault } from '../../platform/crypto/vault';
import { run, type Db } from '../../platform/postgres/connect';
import { sql } from '../../platform/postgres/sql';
import { customerTable, type Form } from './inventory';
import { about, eraseLeaves, lockSubjects, writeRows, type PersonalRow } from './personal-rows';

/**
 * In progress, with an open exception, or under a legal retention (`retention`), which a reason
 * overrides.
 */
export type Kept = 'open' | 'exception' | 'retention';

interface Facts {
  readonly kind: OrderKind | null;
  readonly status: OrderState | null;
  readonly isWorkedOn: boolean;
  readonly hasException: boolean;
  readonly isRecent: boolean;
}

/**
 * Null when the subject may be erased. Locks an order. `= any (select …)` keeps a condition out of
 * the subquery: inside, Postgres may choose an index of all rows in progress, when it has outdated
 * statistics.
 */
export async function whyKept(trx: Db, subject: string, days: number): Promise<Kept | null> {
  const value = sql`${subject}`;
  await run(trx, 'lock-erased-order', sql`select 1 from orders where id = ${subject} for update`);
  const [facts] = await run<Facts>(
    trx,
    'find-kept-facts',
    sql`select
      (select kind from orders where id = ${subject}) as kind,
      (select status from orders where id = ${subject}) as status,
      false = any (select is_over from provider_requests where order_id = ${subject})
        or exists (select from callbacks where order_id = ${subject} and applied_at is null)
        or 'received' = any (select status from slips where order_id = ${subject})
        or exists (select from deliveries where order_id = ${subject} and status = 'pending')
        or exists (select from outbox_messages where subject = ${subject})
        or exists (select from approvals where subject = ${subject} and status = 'pending')
        as is_worked_on,
      exists (select from exceptions where resolved_at is null
              and ${subject} in (order_id, callback_id, movement_id, id)) as has_exception,
      greatest(
        (select coalesce(completed_at, created_at) from orders where id = ${subject}),
        (select max(received_at) from callbacks where ${about('callbacks', value)}),
        (select max(created_at) from movements where ${about('movements', value)}),
        (select max(coalesce(resolved_at, opened_at)) from exceptions
         where ${about('exceptions', value)})
      ) > now() - ${days} * interval '1 day' as is_recent`,
  );
  if (facts === undefined) return null;
  const { kind, status, isWorkedOn, hasException, isRecent } = facts;
  if (isWorkedOn || (kind !== null && status !== null && isOpen(kind, status))) return 'open';
  if (hasException) return 'exception';
  return isRecent ? 'retention' : null;
}

/**
 * Amounts, ids, states and the ledger stay. Idempotent. Returns the given identifiers and those
 * that the rows named.
 */
export async function eraseSubjects(
  trx: Db,
  vault: Vault,
  subjects: readonly string[],
  given: readonly Identifier[] = [],
): Promise<readonly Identifier[]> {
  const rows = await lockSubjects(trx, vault, subjects);
  const named = new Map(subjects.map((subject) => [subject, [] as Identifier[]]));
  for (const row of rows) named.get(row.subject)?.push(...identifiersIn(row));
  const changes = rows.map((row) => {
    const known = [...given, ...(named.get(row.subject) ?? [])];
    return { row, changed: erasedValues(row, known) };
  });
  await writeRows(trx, vault, changes);
  await run(
    trx,
    'erase-slip-images',
    sql`delete from slip_images
     where slip_id in (select id from slips where order_id = any(${subjects}))`,
  );
  return [...given, ...[...named.values()].flat()];
}

export async function redactResponse(
  trx: Db,
  vault: Vault,
  subject: string,
  identifiers: readonly Identifier[],
): Promise<void> {
  const rows = await lockSubjects(trx, vault, [subject]);
  const changes = rows.map((row) => ({ row, changed: erasedValues(row, identifiers) }));
  await writeRows(trx, vault, changes);
}

/** Names and accounts of the structured columns. */
function identifiersIn({ table, values }: PersonalRow): readonly Identifier[] {
  const column = structured[table];
  const parsed = column === undefined ? undefined : parseJson(values[column] ?? '');
  if (parsed === undefined) return [];
  const outer = parsed as Record<string, unknown>;
  const fields = (outer['account'] ?? outer) as Readonly<Record<string, unknown>>;
  const text = (name: string) => (typeof fields[name] === 'string' ? fields[name] : '');
  const names = [text('name'), text('accountName'), `${text('firstName')} ${text('lastName')}`];
  const accounts = [text('accountNumber'), text('bankAccount')];
  return [
    ...accounts.flatMap((account) => readIdentifier('account', account) ?? []),
    ...names.flatMap((name) => readIdentifier('name', name) ?? []),
    ...names.flatMap(wordsOfName),
  ];
}

const structured: Readonly<Record<string, string>> = {
  qr_codes: 'client_sealed',
  deposits: 'customer_sealed',
  provider_requests: 'subject_sealed',
};

const ERASED_EXCHANGE = JSON.stringify({ path: ERASED, request: null, response: null });

/**
 * Replaces the digest of a movement's payer. No digest has its key, so it distinguishes the
 * movement from no other evidence. It is unique, because an index requires that for money of an
 * unknown order.
 */
const erasedDigest = (digest: string): string =>
  digest.startsWith(ERASED) ? digest : `${ERASED}:${randomUUID()}`;

function erasedValues(
  { table, values }: PersonalRow,
  known: readonly Identifier[],
): Readonly<Record<string, string | null>> {
  const { personal } = customerTable(table);
  const changes = Object.entries(values).flatMap(([column, value]) => {
    const form = personal[column];
    if (value === null || form === undefined) return [];
    const erased = erasedValue({ table, column, form }, value, known);
    return erased === value ? [] : [[column, erased] as const];
  });
  return Object.fromEntries(changes);
}

/** The members of an event's body that repeat the columns of user names and masked accounts. */
const erasedMembers: ReadonlySet<string> = new Set(['username', 'account_number']);

/**
 * A short user name may equal an amount or a status, so only its own members are replaced. No payer
 * remains.
 */
function eraseMembers(body: string): string {
  const event = (parseJson(body) ?? {}) as { readonly data?: object };
  const { data: order } = event;
  const unpaid = order && { ...order, ...('payer' in order && { payer: null }) };
  return JSON.stringify(
    mapLeaves({ ...event, ...(unpaid && { data: unpaid }) }, (leaf, key) =>
      erasedMembers.has(key) ? ERASED : leaf,
    ),
  );
}

interface ErasedColumn {
  readonly table: string;
  readonly column: string;
  readonly form: Form;
}

function erasedValue(
  { table, column, form }: ErasedColumn,
  value: string,
  known: readonly Identifier[],
): string | null {
  if (form === 'digest') return table === 'movements' ? erasedDigest(value) : null;
  if (table === 'callbacks' && column === 'payer') return null;
  if (form === 'masked' || form === 'user name') return ERASED;
  if (table === 'events') return eraseMembers(redactText(value, known));
  if (column === 'metadata') return redactText(value, known, true);
  if (form === 'free text') return redactText(value, known);
  if (form !== 'sealed') return value;
  if (table === 'callbacks') return ERASED_BODY;
  if (table === 'provider_exchanges') return ERASED_EXCHANGE;
  if (table === 'idempotency_keys') return redactText(value, known);
  return JSON.stringify(eraseLeaves(parseJson(value) ?? {}, ERASED));
}

import { kindsOfTransfers, ledgerAccounts, transferKinds } from '../../ledger/rules/ledger';
import { definitionOf, orderKinds } from '../../orders/rules/kinds';
import { run, type Db } from './connect';
import { sql } from './sql';

const kinds = kindsOfTransfers.map((kind) => {
  const { from, to } = transferKinds[kind];
  return { kind, debit: from, credit: to };
});

const transitions = orderKinds.flatMap((kind) =>
  Object.entries(definitionOf(kind).machine.steps).flatMap(([transition, steps]) =>
    steps.map(({ from, to }) => ({ kind, transition, from_status: from, to_status: to })),
  ),
);

/**
 * Writes the registries of the code that constraints reference. Idempotent; removes nothing, since
 * processes of the version before still run.
 */
export async function seed(db: Db): Promise<void> {
  const rowsOf = (rows: readonly object[]) => sql`${JSON.stringify(rows)}::json`;
  await run(
    db,
    'seed',
    sql`with accounts as (
       insert into ledger_accounts (name)
       select unnest(${Object.keys(ledgerAccounts)}::text[]) on conflict do nothing
     ), kinds as (
       insert into transfer_kinds (kind, debit, credit)
       select kind, debit, credit
       from json_to_recordset(${rowsOf(kinds)}) as rows(kind text, debit text, credit text)
       on conflict do nothing
     )
     insert into allowed_transitions (kind, transition, from_status, to_status)
     select kind, transition, from_status, to_status
     from json_to_recordset(${rowsOf(transitions)})
       as rows(kind text, transition text, from_status text, to_status text)
     on conflict do nothing`,
  );
}

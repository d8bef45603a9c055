import type { Db } from '../db/postgres/connect';
import {
  countAnswersSealedOtherwise,
  exchangeSealed,
  findSealedOtherwise,
  sealedColumns,
} from '../db/postgres/sealed';
import type { SealedColumn, SealedRow } from '../db/postgres/sealed';
import type { Vault } from '../lib/vault';

/** Small enough for a short statement; a picture has megabytes. */
const BATCH = { text: 500, bytea: 2 } as const;
/** Enough to look into; a ring that lacks a key may open nothing at all. */
const NAMED_MAX = 10;

export interface Resealed {
  readonly table: string;
  readonly column: string;
  /** Values that are under the first key now. */
  readonly resealed: number;
  /** Values that no key of the ring opens: their key has gone, or they were altered. */
  readonly unopened: number;
  /** The ids of some of these. */
  readonly named: readonly string[];
}

/**
 * Seals everything anew that is not under the first key of the ring, so that the others can be
 * taken out of it. Interrupt it at any time and run it again: it goes on with what is left. What
 * changes meanwhile was written under the first key by a process that has the ring.
 */
export async function reseal(db: Db, vault: Vault): Promise<readonly Resealed[]> {
  const done: Resealed[] = [];
  for (const column of sealedColumns) done.push(await resealColumn(db, vault, column));
  return done;
}

/** How many answers still need another key; in a day there will be none of them. */
export const countOldAnswers = (db: Db, vault: Vault): Promise<number> =>
  countAnswersSealedOtherwise(db, vault.mark);

async function resealColumn(db: Db, vault: Vault, column: SealedColumn): Promise<Resealed> {
  const limit = BATCH[column.type];
  const named: string[] = [];
  let resealed = 0;
  let unopened = 0;
  for (let afterId = ''; ;) {
    const rows = await findSealedOtherwise(db, column, { mark: vault.mark, afterId, limit });
    const anew = rows.map((row) => ({ ...row, fresh: sealAnew(vault, row, column.context) }));
    const fresh = anew.filter(isOpened);
    const shut = anew.filter((row) => !isOpened(row));
    unopened += shut.length;
    named.push(...shut.slice(0, NAMED_MAX - named.length).map(({ id }) => id));
    if (fresh.length > 0) resealed += await exchangeSealed(db, column, fresh);
    const last = rows.at(-1);
    if (last === undefined) break;
    afterId = last.id;
  }
  return { table: column.table, column: column.column, resealed, unopened, named };
}

type Fresh = SealedRow & { readonly fresh: string | Buffer };

const isOpened = (row: SealedRow & { readonly fresh: string | Buffer | null }): row is Fresh =>
  row.fresh !== null;

/** Null for what cannot be opened: whoever runs it is told which, and the rest goes on. */
function sealAnew(vault: Vault, { sealed }: SealedRow, context: string): string | Buffer | null {
  try {
    return typeof sealed === 'string'
      ? vault.seal(vault.open(sealed, context), context)
      : vault.sealBytes(vault.openBytes(sealed, context), context);
  } catch {
    return null;
  }
}

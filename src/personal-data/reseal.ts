import type { Db } from '../platform/postgres/connect';
import {
  countAnswersSealedOtherwise,
  exchangeSealed,
  findSealedOtherwise,
  sealedColumns,
  type SealedColumn,
  type SealedRow,
} from '../platform/postgres/sealed';
import type { Vault } from '../platform/crypto/vault';

/** Rows per statement. A picture takes megabytes. */
const BATCH = { text: 500, bytea: 2 } as const;
/** Limits the reported ids. Without a key of the ring, every value may fail to open. */
const NAMED_MAX = 10;

export interface Resealed {
  readonly table: string;
  readonly column: string;
  /** Values sealed again with the first key. */
  readonly resealed: number;
  /** Values that no key of the ring opens: the key was removed, or the value was altered. */
  readonly unopened: number;
  /** The ids of up to ten unopened values. */
  readonly named: readonly string[];
}

/**
 * Seals every value of another key again with the first key of the ring, so that the other keys can
 * be removed. Idempotent: an interrupted run is continued. Concurrent changes are sealed with the
 * first key by processes that have the same ring.
 */
export async function reseal(db: Db, vault: Vault): Promise<readonly Resealed[]> {
  const done: Resealed[] = [];
  for (const column of sealedColumns) done.push(await resealColumn(db, vault, column));
  return done;
}

/** Sealed with another key. They expire within a day. */
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

/** Null for a value that no key opens: it is reported, and the others are still processed. */
function sealAnew(vault: Vault, { sealed }: SealedRow, context: string): string | Buffer | null {
  try {
    return typeof sealed === 'string'
      ? vault.seal(vault.open(sealed, context), context)
      : vault.sealBytes(vault.openBytes(sealed, context), context);
  } catch {
    return null;
  }
}

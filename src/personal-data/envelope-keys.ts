import { randomBytes } from 'node:crypto';
import type { EncryptionKey } from '../config';
import {
  exchangeWrapped,
  findDataKeys,
  insertDataKey,
  type DataKeyRow,
} from '../platform/postgres/envelope-keys';
import type { Db } from '../platform/postgres/connect';
import type { MasterKey } from '../platform/crypto/master-key';
import { createVault, type KeyedVault } from '../platform/crypto/vault';
import type { Deps } from '../deps';

const KEY_BYTES = 32;
/** In every running process. */
const REFRESH_MS = 60_000;
/** A new data key seals after every process has had three chances to load it. */
const SEALS_AFTER_MS = 3 * REFRESH_MS;

export interface OpenedVault {
  readonly vault: KeyedVault;
  /** Unwraps each data key once. */
  readonly refresh: () => Promise<void>;
}

/**
 * Seals with the newest data key, and with the first of ENCRYPTION_KEYS before there is one.
 * Without ENCRYPTION_KEYS, creates the first data key. Throws when one cannot be unwrapped.
 */
export async function openVault(db: Db, master: MasterKey): Promise<OpenedVault> {
  const unwrapped = new Map<string, EncryptionKey>();

  async function load(): Promise<readonly EncryptionKey[]> {
    const rows = await findDataKeys(db);
    for (const { id, wrapped } of rows) {
      if (unwrapped.has(id)) continue;
      unwrapped.set(id, { id, key: await unwrapOrExplain(master, id, wrapped) });
    }
    return inOrder(master, rows, unwrapped);
  }

  const isKeyless = master.ring.length === 0 && (await findDataKeys(db)).length === 0;
  if (isKeyless) await createDataKey(db, master, { afterMs: 0 });
  const vault = createVault(await load());
  return {
    vault,
    async refresh() {
      vault.use(await load());
    },
  };
}

/** The sealing key first. */
function inOrder(
  { ring }: MasterKey,
  rows: readonly DataKeyRow[],
  unwrapped: ReadonlyMap<string, EncryptionKey>,
): readonly EncryptionKey[] {
  const keysOf = (some: readonly DataKeyRow[]) => some.flatMap(({ id }) => unwrapped.get(id) ?? []);
  const [sealing, waiting] = [
    rows.filter(({ maySeal }) => maySeal),
    rows.filter(({ maySeal }) => !maySeal),
  ];
  return [...keysOf(sealing), ...ring, ...keysOf(waiting)];
}

async function unwrapOrExplain(master: MasterKey, id: string, wrapped: string): Promise<Buffer> {
  let key: Buffer;
  try {
    key = await master.unwrap(wrapped);
  } catch (cause) {
    throw new Error(`data key ${id} cannot be unwrapped: ${(cause as Error).message}`, { cause });
  }
  if (key.length === KEY_BYTES) return key;
  throw new Error(`data key ${id} has ${key.length} bytes instead of ${KEY_BYTES}`);
}

/** Refreshes the vault at an interval. Throws when the first load fails. */
export async function keepVault(
  db: Db,
  master: MasterKey,
  log: Pick<Deps['log'], 'warn'>,
): Promise<{ readonly vault: KeyedVault; close(): Promise<void> }> {
  const { vault, refresh } = await openVault(db, master);
  let running = Promise.resolve();
  const timer = setInterval(() => {
    running = refresh().catch((error: unknown) => {
      log.warn({ err: error }, 'data keys not refreshed');
    });
  }, REFRESH_MS);
  return {
    vault,
    close() {
      clearInterval(timer);
      return running;
    },
  };
}

/** Throws when the result does not unwrap to the data key, whose values would be lost. */
async function wrapVerified(master: MasterKey, dataKey: Buffer): Promise<string> {
  const wrapped = await master.wrap(dataKey);
  if ((await master.unwrap(wrapped)).equals(dataKey)) return wrapped;
  throw new Error('the master key does not unwrap the data key that it has wrapped');
}

/**
 * The key seals after `afterMs`. Returns its id; null when another process created it at the same
 * time.
 */
export async function createDataKey(
  db: Db,
  master: MasterKey,
  { afterMs = SEALS_AFTER_MS }: { readonly afterMs?: number } = {},
): Promise<string | null> {
  const [newest] = await findDataKeys(db);
  const id = `d.${Number(newest?.id.slice(2) ?? 0) + 1}`;
  const wrapped = await wrapVerified(master, randomBytes(KEY_BYTES));
  return (await insertDataKey(db, { id, wrapped, afterMs })) ? id : null;
}

/**
 * Wraps with the current master key, so that the others can be removed. Values stay as they are.
 * Idempotent. Returns the number of data keys. A key command is called three times per key.
 */
export async function rewrapDataKeys(db: Db, master: MasterKey): Promise<number> {
  const rows = await findDataKeys(db);
  for (const { id, wrapped } of rows) {
    const fresh = await wrapVerified(master, await unwrapOrExplain(master, id, wrapped));
    await exchangeWrapped(db, { id, wrapped, fresh });
  }
  return rows.length;
}

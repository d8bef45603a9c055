import { footprintSince, walPosition, type Footprint } from '../test/support/footprint-of';
import type { Db } from '../src/platform/postgres/connect';
import { startLoneGateway } from './lone-gateway';
import { IN_FLIGHT } from './pair';
import type { Stand } from './stand';

const LOOK_EVERY_MS = 100;

/** What a number of payments write. */
export interface FootprintReport extends Footprint {
  readonly payments: number;
  /** Growth of a table with its indexes. */
  readonly disk: readonly { readonly table: string; readonly bytes: number }[];
  /** Growth of Temporal's store on SQLite. */
  readonly temporalBytes: number;
}

/**
 * Rows, index entries, commits, log and disk space of payments: created, paid by callback, and
 * reported to one webhook. Counts, so independent of the machine's load.
 */
export async function measureFootprint(stand: Stand, payments: number): Promise<FootprintReport> {
  stand.say(`Footprint: ${payments} payments`);
  const gateway = await startLoneGateway(stand);
  const { db, driver, ours } = gateway;
  try {
    await settled(stand, db);
    const from = await walPosition(db);
    const before = await tableSizes(db);
    const temporalBefore = stand.temporalStoreBytes();
    const target = ours.targets.payment;
    await driver.run('cycles', { target, count: payments, inFlight: IN_FLIGHT, about: [] });
    await settled(stand, db);
    const written = await footprintSince(db, from);
    const after = await tableSizes(db);
    const disk = [...after]
      .map(([table, bytes]) => ({ table, bytes: bytes - (before.get(table) ?? 0) }))
      .filter(({ bytes }) => bytes !== 0);
    const temporalBytes = stand.temporalStoreBytes() - temporalBefore;
    return { payments, ...written, disk, temporalBytes };
  } finally {
    await gateway.close();
  }
}

/** Resolves when outbox rows are deleted, deliveries have ended and the request log is written. */
async function settled(stand: Stand, db: Db): Promise<void> {
  for (let position = ''; ;) {
    const [{ pending } = { pending: 1 }] = (
      await db.raw<{ rows: { pending: number }[] }>(
        `select (select count(*) from outbox_messages)
              + (select count(*) from deliveries where status = 'pending') as pending`,
      )
    ).rows;
    const now = await walPosition(db);
    if (Number(pending) === 0 && now === position) return;
    position = now;
    stand.signal.throwIfAborted();
    await new Promise((resolve) => setTimeout(resolve, 10 * LOOK_EVERY_MS));
  }
}

async function tableSizes(db: Db): Promise<ReadonlyMap<string, number>> {
  const { rows } = await db.raw<{ rows: { table: string; bytes: number }[] }>(
    `select relname as table, pg_total_relation_size(oid)::float8 as bytes from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace order by relname`,
  );
  return new Map(rows.map(({ table, bytes }) => [table, bytes]));
}

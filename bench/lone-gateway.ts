import { connect, type Db } from '../src/platform/postgres/connect';
import { startDriver, type Driver } from './driver';
import { IN_FLIGHT } from './pair';
import { startOurs } from './ours';
import type { Seeding } from './lists-seed';
import type { Stand } from './stand';

/** The gateway on its own servers, for measurements without a floor. */
export interface LoneGateway {
  readonly driver: Driver;
  readonly ours: Awaited<ReturnType<typeof startOurs>>;
  /** All processes that work for a payment. */
  readonly pids: Readonly<Record<'api' | 'worker' | 'temporal' | 'postgres', number>>;
  /** Resolves when the outbox is empty. */
  outboxEmpty(): Promise<void>;
  readonly db: Db;
  /** Stops the gateway's processes: idle, they would disturb the next measurement. */
  close(): Promise<void>;
}

const LOOK_EVERY_MS = 100;
/** Warm-up: compiled code, open connections, planned statements. */
const WARM_UP = 100;

/** Starts the gateway and warms it up. */
export async function startLoneGateway(stand: Stand, past?: Seeding): Promise<LoneGateway> {
  const [postgres, temporal] = await Promise.all([stand.startPostgres(), stand.startTemporal()]);
  const driver = await startDriver(stand);
  const { webhookUrl, providerUrl } = driver;
  const ours = await startOurs(stand, {
    temporalAddress: temporal.address,
    webhookUrl,
    providerUrl,
    ...(past === undefined ? {} : { past }),
  });
  const target = ours.targets.payment;
  await driver.run('cycles', { target, count: WARM_UP, inFlight: IN_FLIGHT, about: [] });
  const db = connect(ours.databaseUrl, { poolMax: 1 });
  return {
    driver,
    ours,
    pids: { ...ours.pids, temporal: temporal.pid, postgres: postgres.pid },
    db,
    async outboxEmpty() {
      while ((await db('outbox_messages').first(db.raw('1'))) !== undefined) {
        stand.signal.throwIfAborted();
        await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
      }
    },
    async close() {
      await db.destroy();
      await stand.stop([ours.pids.worker, ours.pids.api]);
    },
  };
}

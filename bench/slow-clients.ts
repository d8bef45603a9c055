import { connect, type Socket } from 'node:net';
import { startDriver } from './driver';
import type { CreateResult, Target } from './driver/jobs';
import { measureCpu } from './measure-cpu';
import { startOurApi } from './ours';
import type { Stand } from './stand';

const CLIENTS = 300;
const DRIP_EVERY_MS = 100;
const OTHERS = 8;
const WARM_UP_MS = 3_000;
/** Longer than the API's request timeout. */
const ROUND_MS = 35_000;

export interface SlowClientsFigures extends CreateResult {
  readonly coresElsewhere: number;
}

export interface SlowClientsReport {
  readonly clients: number;
  readonly others: number;
  /** Connections that the API closed. Each was reopened at once. */
  readonly shed: number;
  readonly alone: SlowClientsFigures;
  readonly beside: SlowClientsFigures;
}

/** Create latency while slow clients hold connections open. */
export async function measureSlowClients(stand: Stand): Promise<SlowClientsReport> {
  stand.say(`Slow clients: ${OTHERS} creating clients, alone and with ${CLIENTS} slow clients`);
  const [postgres, temporal] = await Promise.all([stand.startPostgres(), stand.startTemporal()]);
  const driver = await startDriver(stand);
  const ours = await startOurApi(stand, { temporalAddress: temporal.address, webhookUrl: null });
  const target = ours.targets.payment;
  const pids = {
    ...ours.pids,
    postgres: postgres.pid,
    temporal: temporal.pid,
    driver: driver.pid,
    bench: process.pid,
  };
  const createFor = (durationMs: number) =>
    driver.run('create', { target, concurrency: OTHERS, durationMs, keyed: false });
  const measure = async (): Promise<SlowClientsFigures> => {
    const { result, coresElsewhere } = await measureCpu(pids, () => createFor(ROUND_MS));
    return { ...result, coresElsewhere };
  };
  await createFor(WARM_UP_MS);
  const alone = await measure();
  const drips = dripInto(target);
  const beside = await measure();
  return { clients: CLIENTS, others: OTHERS, shed: drips.end(), alone, beside };
}

/** Half never complete their headers, the others their body. */
function dripInto({ origin, create }: Target) {
  const { hostname, port } = new URL(origin);
  const sockets = new Set<Socket>();
  let [shed, isOver] = [0, false];
  const head = [`POST ${create.path} HTTP/1.1`, `Host: ${hostname}`];
  const headers = Object.entries(create.headers).map(([name, value]) => `${name}: ${value}`);
  const beginnings = [
    [...head, 'X-Slow: '],
    [...head, ...headers, 'Content-Type: application/json', 'Content-Length: 9999', '', '{'],
  ].map((lines) => lines.join('\r\n'));

  function open(index: number): void {
    const socket = connect(Number(port), hostname);
    sockets.add(socket);
    socket.resume().on('error', () => undefined);
    socket.once('connect', () => socket.write(beginnings[index % 2] ?? ''));
    socket.once('close', () => {
      sockets.delete(socket);
      if (isOver) return;
      shed++;
      open(index);
    });
  }
  for (let index = 0; index < CLIENTS; index++) open(index);
  const dripping = setInterval(() => {
    for (const socket of sockets) if (!socket.pending && socket.writable) socket.write('x');
  }, DRIP_EVERY_MS);

  return {
    /** Returns the number of closed connections. */
    end(): number {
      isOver = true;
      clearInterval(dripping);
      for (const socket of sockets) socket.destroy();
      return shed;
    },
  };
}

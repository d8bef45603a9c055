import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { burstOf } from './burst-of';
import { startDriver } from './driver';
import type { Driver } from './driver';
import { measureCpu } from './measure-cpu';
import type { Target } from './driver/jobs';
import { createShop, startOurs, subscribe } from './ours';
import { readJson } from './read-json';
import { quantile } from './rounds';
import type { Stand } from './stand';

const EVENTS = 1_000;
const SAMPLES = 300;
const PAUSE_MS = 50;

export interface IsolationFigures {
  readonly medianMs: number;
  readonly p99Ms: number;
  readonly mostMs: number;
  readonly coresElsewhere: number;
}

export interface IsolationReport {
  readonly events: number;
  readonly samples: number;
  readonly alone: IsolationFigures;
  readonly besideAnswering: IsolationFigures;
  readonly besideHanging: IsolationFigures;
}

/**
 * From callback to webhook while another merchant's webhook has a thousand events before it. One
 * that answers shows what the burst costs by itself.
 */
export async function measureIsolation(stand: Stand): Promise<IsolationReport> {
  stand.say(`Isolation: ${SAMPLES} payments alone, then beside ${EVENTS} events of another`);
  const [postgres, temporal] = await Promise.all([stand.startPostgres(), stand.startTemporal()]);
  const driver = await startDriver(stand);
  const { webhookUrl, providerUrl } = driver;
  const ours = await startOurs(stand, {
    temporalAddress: temporal.address,
    webhookUrl,
    providerUrl,
  });
  const { payment } = ours.targets;
  const pids = {
    ...ours.pids,
    driver: driver.pid,
    postgres: postgres.pid,
    temporal: temporal.pid,
    bench: process.pid,
  };
  const measure = () => sample(driver, payment, pids);
  await driver.run('latency', { targets: [payment], samples: SAMPLES / 3, pauseMs: 0 });
  const alone = await measure();
  const beside = async (kind: 'answers' | 'hangs') => {
    const receiver = await startReceiver(kind);
    const apiKey = await createShop(ours.databaseUrl, `A shop whose webhook ${kind}`);
    const headers = { authorization: `Bearer ${apiKey}` };
    const target = { ...payment, create: { ...payment.create, headers } };
    await subscribe(target, receiver.url, ['payment.pending']);
    await burstOf(target, EVENTS);
    const figures = await measure();
    receiver.close();
    return figures;
  };
  const besideAnswering = await beside('answers');
  const besideHanging = await beside('hangs');
  return { events: EVENTS, samples: SAMPLES, alone, besideAnswering, besideHanging };
}

async function sample(
  driver: Driver,
  payment: Target,
  pids: Readonly<Record<string, number>>,
): Promise<IsolationFigures> {
  const job = { targets: [payment], samples: SAMPLES, pauseMs: PAUSE_MS };
  const { result, coresElsewhere } = await measureCpu(pids, () => driver.run('latency', job));
  const [samples = []] = result.callbackToWebhookMs;
  return {
    medianMs: quantile(samples, 0.5),
    p99Ms: quantile(samples, 0.99),
    mostMs: quantile(samples, 1),
    coresElsewhere,
  };
}

/** A receiver that answers everything, or nothing but the ping that it is registered by. */
async function startReceiver(kind: 'answers' | 'hangs') {
  const server = createServer((request, response) => {
    void readJson(request).then((body) => {
      const { event } = body as { readonly event?: string };
      if (kind === 'answers' || event === 'webhook.ping') response.end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

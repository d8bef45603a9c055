import { burstOf } from './burst-of';
import { sampleLatencies, type Latencies } from './latencies';
import { startLoneGateway, type LoneGateway } from './lone-gateway';
import { measureCpu } from './measure-cpu';
import { createMerchantWithKey, subscribe } from './ours';
import { startReceiver } from './receiver';
import type { Stand } from './stand';

const EVENTS = 1_000;
const SAMPLE = { samples: 300, pauseMs: 50 };

export interface IsolationFigures extends Latencies {
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
 * Callback to webhook while another merchant's webhook has 1,000 pending events, with a receiver
 * that answers and with one that does not.
 */
export async function measureIsolation(stand: Stand): Promise<IsolationReport> {
  stand.say(
    `Isolation: ${SAMPLE.samples} payments alone, then with ${EVENTS} events of another merchant`,
  );
  const gateway = await startLoneGateway(stand);
  try {
    return await measure(gateway);
  } finally {
    await gateway.close();
  }
}

async function measure(gateway: LoneGateway): Promise<IsolationReport> {
  const { ours } = gateway;
  const { payment } = ours.targets;
  const alone = await sample(gateway);
  const beside = async (kind: 'answers' | 'hangs') => {
    const receiver = await startReceiver(kind);
    const apiKey = await createMerchantWithKey(ours.databaseUrl, `A shop whose webhook ${kind}`);
    const headers = { authorization: `Bearer ${apiKey}` };
    const target = { ...payment, create: { ...payment.create, headers } };
    await subscribe(target, receiver.url, ['payment.pending']);
    await burstOf(target, EVENTS);
    const figures = await sample(gateway);
    receiver.close();
    return figures;
  };
  const besideAnswering = await beside('answers');
  const besideHanging = await beside('hangs');
  return {
    events: EVENTS,
    samples: SAMPLE.samples,
    alone,
    besideAnswering,
    besideHanging,
  };
}

async function sample({ driver, ours, pids }: LoneGateway): Promise<IsolationFigures> {
  const all = { ...pids, driver: driver.pid, bench: process.pid };
  const { result, coresElsewhere } = await measureCpu(all, () =>
    sampleLatencies(driver, ours.targets.payment, SAMPLE),
  );
  return { ...result, coresElsewhere };
}

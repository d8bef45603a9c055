import {
  defineSignal,
  proxyActivities,
  proxyLocalActivities,
  setHandler,
} from '@temporalio/workflow';
import type { Activities } from '../activities';
import { slipReceived } from './contract';
import type { OrderInput } from './contract';
import { runUntilTerminal } from './order-life';
import { ADVANCE_SUMMARY, advancePolicy, readSlipPolicy } from './policies';

const { advanceOrder } = proxyLocalActivities<Activities>({
  ...advancePolicy,
  summary: ADVANCE_SUMMARY,
});
const { readSlip } = proxyActivities<Activities>({
  ...readSlipPolicy,
  summary: 'Read the slip',
});

/**
 * A deposit: a QR payment during which slips are read. A slip moves no money and delays nothing. It
 * extends the deadline in the database: the workflow wakes at the original one and sleeps again.
 */
export async function deposit({ orderId }: OrderInput): Promise<string> {
  setHandler(defineSignal<[slipId: string]>(slipReceived), async (slipId) => {
    await readSlip(slipId);
  });
  return runUntilTerminal('Deadline of the deposit', async () => advanceOrder(orderId));
}

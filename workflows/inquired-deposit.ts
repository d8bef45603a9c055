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
import { INQUIRE_SUMMARY, readSlipPolicy, requestPolicy } from './policies';

const { advanceInquired } = proxyLocalActivities<Activities>({
  ...requestPolicy,
  summary: INQUIRE_SUMMARY,
});
const { readSlip } = proxyActivities<Activities>({
  ...readSlipPolicy,
  summary: 'Read the slip',
});

/** A deposit (deposit.ts) whose money the gateway finds by inquiries (inquired-payment.ts). */
export async function inquiredDeposit({ orderId }: OrderInput): Promise<string> {
  setHandler(defineSignal<[slipId: string]>(slipReceived), async (slipId) => {
    await readSlip(slipId);
  });
  return runUntilTerminal('Next inquiry about the money', async () => advanceInquired(orderId));
}

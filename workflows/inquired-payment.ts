import { proxyLocalActivities } from '@temporalio/workflow';
import type { Activities } from '../activities';
import type { OrderInput } from './contract';
import { runUntilTerminal } from './order-life';
import { INQUIRE_SUMMARY, requestPolicy } from './policies';

const { advanceInquired } = proxyLocalActivities<Activities>({
  ...requestPolicy,
  summary: INQUIRE_SUMMARY,
});

/**
 * A QR payment whose money the gateway finds by inquiries (domain/inquiry-plan.ts). The first one
 * is the workflow's start delay. It runs until the last inquiry, after the order has ended.
 */
export async function inquiredPayment({ orderId }: OrderInput): Promise<string> {
  return runUntilTerminal('Next inquiry about the money', async () => advanceInquired(orderId));
}

import {
  defineSignal,
  proxyActivities,
  proxyLocalActivities,
  setHandler,
} from '@temporalio/workflow';
import type { Activities } from '../activities';
import { slipReceived } from './contract';
import type { OrderInput } from './contract';
import { liveUntilEnded } from './order-life';
import { advancePolicy, readSlipPolicy } from './policies';

const { advanceOrder } = proxyLocalActivities<Activities>(advancePolicy);
const { readSlip } = proxyActivities<Activities>(readSlipPolicy);

/**
 * The life of a deposit: that of a QR payment, in which slips are read meanwhile. A slip moves no
 * money and holds nothing up. It lets the deposit wait longer, which the database knows: the
 * deadline that this was started with then finds that the time has not come.
 */
export async function deposit({ orderId }: OrderInput): Promise<string> {
  setHandler(defineSignal<[slipId: string]>(slipReceived), async (slipId) => {
    await readSlip(slipId);
  });
  return liveUntilEnded(async () => advanceOrder(orderId));
}

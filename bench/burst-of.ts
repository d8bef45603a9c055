import { GatewayClient } from './driver/gateway-client';
import type { Target } from './driver/jobs';

const CREATES_AT_ONCE = 32;

export interface Burst {
  readonly orderIds: readonly string[];
  readonly wallMs: number;
}

/** Creates `count` orders as fast as they are accepted. `more` is added to each request. */
export async function burstOf(target: Target, count: number, more: object = {}): Promise<Burst> {
  const client = new GatewayClient(target, CREATES_AT_ONCE, more);
  const orderIds: string[] = [];
  let left = count;
  const create = async () => {
    while (left-- > 0) orderIds.push(await client.createOrder());
  };
  const startedMs = performance.now();
  try {
    await Promise.all(Array.from({ length: CREATES_AT_ONCE }, create));
  } finally {
    await client.close();
  }
  return { orderIds, wallMs: performance.now() - startedMs };
}

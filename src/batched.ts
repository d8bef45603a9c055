import { createQrPayments, type NewQrPayment } from './orders/payment/store/create-qr-payments';
import { blamesRow } from './platform/postgres/blames-row';
import type { Db } from './platform/postgres/connect';
import type { OutboxMessage } from './kernel/outbox/store/messages';
import { findMerchantsByKey, type KeyHolder } from './kernel/merchants/store';
import { batch } from './platform/batch';
import { createQueueDelays, type QueueDelays } from './platform/queue-delays';

/** Concurrent requests, batched into one statement and one commit. */
export interface Batched {
  /** Null when the key is unknown or revoked. */
  readonly merchantByKey: (keyHash: Buffer) => Promise<KeyHolder | null>;
  /** False when the payment's idempotency key is taken: nothing was created. */
  readonly createQrPayment: (payment: NewQrPayment) => Promise<boolean>;
  /** How long payments wait for their batch. */
  readonly creations: QueueDelays;
}

const ITEMS_MAX = 64;
const IN_FLIGHT_MAX = 2;

export function createBatched(
  db: Db,
  outbox: { enqueue(messages: readonly OutboxMessage[]): void },
): Batched {
  const options = { inFlightMax: IN_FLIGHT_MAX, itemsMax: ITEMS_MAX, canSplit: blamesRow };
  const creations = createQueueDelays();
  return {
    creations,
    merchantByKey: batch((hashes) => findMerchantsByKey(db, hashes), options),
    createQrPayment: batch(
      async (payments) => {
        const { created, messages } = await createQrPayments(db, payments);
        outbox.enqueue(messages);
        return payments.map(({ orderId }) => created.has(orderId));
      },
      { ...options, delays: creations },
    ),
  };
}

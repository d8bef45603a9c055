/**
 * What the workflows promise to whoever starts or signals them: names, inputs, signals, queues.
 * Ids only. Money, names and account numbers stay in the database.
 */

/** Orders: workflows and the local activities that move them. */
export const ORDERS_QUEUE = 'saphan-orders';
/** Deliveries to webhooks that do not answer at once: they must never hold up an order. */
export const WEBHOOKS_QUEUE = 'saphan-webhooks';

export interface OrderInput {
  readonly orderId: string;
}

export interface DeliveryInput {
  readonly deliveryId: string;
}

export interface ReplayInput {
  readonly replayId: string;
}

export interface MailInput {
  readonly mailId: string;
}

/** Wakes an order's workflow because a callback of this id waits in the inbox. */
export const providerCallback = 'providerCallback';
/** Wakes a deposit's workflow because a slip of this id is to be read. */
export const slipReceived = 'slipReceived';
/** Asks a replay how far it has come. */
export const replayProgress = 'replayProgress';
/** Makes a delivery's next attempt now. */
export const attemptNow = 'attemptNow';

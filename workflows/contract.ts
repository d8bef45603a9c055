/**
 * Inputs, signals, queries and task queues of the workflows. Payloads carry ids only: money, names
 * and account numbers stay in the database.
 */

/** Order workflows and their local activities. */
export const ORDERS_QUEUE = 'saphan-orders';
/** Webhook deliveries, replays and mails: a slow receiver must not delay an order. */
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

/** The steps of housekeeping in their order; each is an activity (activities/housekeeping.ts). */
export const HOUSEKEEPING = [
  'sweepForgotten',
  'expireApprovals',
  'noticeExpiringKeys',
  'purgeExpiredKeys',
  'purgeSlipImages',
  'rollUpOrders',
  'purgeEvents',
  'purgeSignIns',
  'purgeRequests',
  'rotatePartitions',
  'enforceRetention',
] as const;
export type HousekeepingStep = (typeof HOUSEKEEPING)[number];

/**
 * Header of starts, signals and activities: `{ traceparent }`, as the OpenTelemetry interceptors of
 * Temporal's SDKs write it.
 */
export const TRACE_HEADER = '_tracer-data';

/** Wakes an order's workflow: the callback with this id is pending. */
export const providerCallback = 'providerCallback';
/** Wakes a deposit's workflow: the slip with this id is to be read. */
export const slipReceived = 'slipReceived';
/** Returns the progress of a replay. */
export const replayProgress = 'replayProgress';
/** Makes a delivery's next attempt now. */
export const attemptNow = 'attemptNow';
/** A delivery looks whether its attempt is due, as after its webhook's circuit breaker closed. */
export const lookAgain = 'lookAgain';

import type { ActivityOptions, LocalActivityOptions } from '@temporalio/workflow';

/**
 * A move in the database and the first attempt at its webhooks, or a look at a delivery and an
 * attempt, which has 3 seconds. It has no last attempt: while the
 * database is away an order waits for it, however long, and the delay between tries is bounded.
 */
export const advancePolicy: LocalActivityOptions = {
  startToCloseTimeout: '8 seconds',
  localRetryThreshold: '10 seconds',
  retry: {
    initialInterval: '200 milliseconds',
    backoffCoefficient: 2,
    maximumInterval: '30 seconds',
  },
};

/**
 * The same with a call to the provider in it, which has 10 seconds. Whether the provider could be
 * reached is an outcome that it returns; what fails here is the database.
 */
export const requestPolicy: LocalActivityOptions = {
  ...advancePolicy,
  startToCloseTimeout: '25 seconds',
};

/** Reading a picture takes a fraction of a second; asking a bank may have to be repeated. */
export const readSlipPolicy: ActivityOptions = {
  startToCloseTimeout: '1 minute',
  retry: { initialInterval: '5 seconds', backoffCoefficient: 3, maximumInterval: '10 minutes' },
};

/** One attempt at a webhook. Its own deadline is 15 seconds; what fails here is the database. */
export const attemptPolicy: ActivityOptions = {
  startToCloseTimeout: '25 seconds',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '30 seconds' },
};

/** A batch is one transaction. */
export const replayPolicy: ActivityOptions = {
  startToCloseTimeout: '30 seconds',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '30 seconds' },
};

/** A server that takes mail may be away for hours; a day later nobody waits for the mail. */
export const mailPolicy: ActivityOptions = {
  startToCloseTimeout: '1 minute',
  scheduleToCloseTimeout: '1 day',
  retry: { initialInterval: '2 seconds', backoffCoefficient: 3, maximumInterval: '10 minutes' },
};

export const housekeepingPolicy: ActivityOptions = {
  startToCloseTimeout: '1 minute',
  retry: { initialInterval: '5 seconds', backoffCoefficient: 2, maximumAttempts: 5 },
};

import type { ActivityOptions, LocalActivityOptions } from '@temporalio/workflow';

/**
 * A transition with first attempts at its webhooks (3 seconds) and a call to the provider, which
 * has a timeout of 10 seconds. An unreachable provider is a result of the activity. Retries are for
 * failures of the database, and unlimited: orders wait while it is down.
 */
export const advancePolicy: LocalActivityOptions = {
  startToCloseTimeout: '25 seconds',
  localRetryThreshold: '10 seconds',
  retry: {
    initialInterval: '200 milliseconds',
    backoffCoefficient: 2,
    maximumInterval: '30 seconds',
  },
};

/** A quick attempt of a delivery, of 3 seconds. */
export const quickAttemptPolicy: LocalActivityOptions = {
  ...advancePolicy,
  startToCloseTimeout: '8 seconds',
};

/** Reading an image takes a fraction of a second; the inquiry at a bank may need retries. */
export const readSlipPolicy: ActivityOptions = {
  startToCloseTimeout: '1 minute',
  retry: { initialInterval: '5 seconds', backoffCoefficient: 3, maximumInterval: '10 minutes' },
};

/** One attempt at a webhook, with its own timeout of 15 seconds. Retries are for the database. */
export const attemptPolicy: ActivityOptions = {
  startToCloseTimeout: '25 seconds',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '30 seconds' },
};

/** A batch is one transaction. */
export const replayPolicy: ActivityOptions = {
  startToCloseTimeout: '30 seconds',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '30 seconds' },
};

/** A mail server may be down for hours; after a day the mail is no longer useful. */
export const mailPolicy: ActivityOptions = {
  startToCloseTimeout: '1 minute',
  scheduleToCloseTimeout: '1 day',
  retry: { initialInterval: '2 seconds', backoffCoefficient: 3, maximumInterval: '10 minutes' },
};

/** Reads all rows of the ledger, once. An attempt whose worker ended is repeated after its time. */
export const auditPolicy: ActivityOptions = {
  startToCloseTimeout: '2 hours',
  retry: { initialInterval: '1 minute', backoffCoefficient: 2, maximumAttempts: 3 },
};

export const housekeepingPolicy: ActivityOptions = {
  startToCloseTimeout: '1 minute',
  retry: { initialInterval: '5 seconds', backoffCoefficient: 2, maximumAttempts: 5 },
};

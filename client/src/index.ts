/** The package's exports. The client runs wherever `fetch` exists and needs no other Node API. */
export { WebhookVerificationError } from 'standardwebhooks';
export type { RequestAttempt, ResponseAttempt } from './attempt';
export type * from './events';
export { requestIdOf } from './request-id';
export { Saphan } from './saphan';
export { SaphanError } from './saphan-error';
export type { CallOptions, SaphanOptions } from './send';
export type * from './types';
export { signTestEvent, verifyWebhook } from './verify-webhook';
export type { SignedEvent, WebhookHeaders } from './verify-webhook';

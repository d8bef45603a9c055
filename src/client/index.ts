/** What a merchant imports. It runs wherever there is fetch, and asks for nothing else of Node. */
export { WebhookVerificationError } from 'standardwebhooks';
export type * from './events';
export { Saphan } from './saphan';
export { SaphanError } from './saphan-error';
export type { CallOptions, SaphanOptions } from './send';
export type * from './shapes';
export { verifyWebhook } from './verify-webhook';
export type { WebhookHeaders } from './verify-webhook';

export { listWebhooks, WEBHOOKS_MAX } from '../../db/webhooks/webhooks';

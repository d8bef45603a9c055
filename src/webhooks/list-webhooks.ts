export { listWebhooks, WEBHOOKS_MAX } from './store/webhooks';

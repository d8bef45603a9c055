export { audit } from './audit';
export { housekeeping } from './housekeeping';
export { mail } from './mail';
export * from './orders';
export { webhookDelivery } from './webhook-delivery';
export { webhookReplay } from './webhook-replay';

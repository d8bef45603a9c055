export { audit } from './audit';
export { housekeeping } from './housekeeping';
export { mail } from './mail';
export {
  deposit,
  inquiredDeposit,
  inquiredPayment,
  qrPayment,
  refund,
  tokenPayment,
  withdrawal,
} from './orders';
export { webhookDelivery } from './webhook-delivery';
export { webhookReplay } from './webhook-replay';

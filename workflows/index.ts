export { deposit } from './deposit';
export { housekeeping } from './housekeeping';
export { qrPayment } from './qr-payment';
export { webhookDelivery } from './webhook-delivery';
export { withdrawal } from './withdrawal';

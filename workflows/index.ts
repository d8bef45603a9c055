export { deposit } from './deposit';
export { housekeeping } from './housekeeping';
export { qrPayment } from './qr-payment';
export { webhookDelivery } from './webhook-delivery';
export { refund } from './refund';
export { tokenPayment } from './token-payment';
export { withdrawal } from './withdrawal';

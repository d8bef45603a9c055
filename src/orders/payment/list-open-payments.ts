export { listPayableInSandbox, type SandboxPayment } from '../../db/orders/orders';

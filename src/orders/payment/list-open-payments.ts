export { listPayableInSandbox, type SandboxPayment } from '../store/orders';

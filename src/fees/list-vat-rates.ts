export { listVatRates } from './store/prices';

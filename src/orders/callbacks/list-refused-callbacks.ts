export { listRefusedCallbacks, type ListedRefusal } from '../../db/orders/refused-callbacks';

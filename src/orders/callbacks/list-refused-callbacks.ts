export { listRefusedCallbacks, type ListedRefusal } from './store/refused-callbacks';

export { findBalance, listBalanceEntries, type Balance, type BalanceEntry } from './store/balances';

export {
  findBalance,
  listBalanceEntries,
  type Balance,
  type BalanceEntry,
} from '../../db/ledger/balances';

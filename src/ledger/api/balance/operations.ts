import { findBalance, listBalanceEntries } from '../../find-balance';
import { readOperation } from '../../../http/read-operation';
import { presentBalance, presentEntryPage } from './present';
import { balance, entriesQuery, entryPage } from './schema';

export const balanceOperations = [
  readOperation({
    name: 'readBalance',
    summary: 'Retrieve the available balance and the amount reserved for pending payouts',
    family: 'qr',
    path: '/Thai/v1/balance',
    permission: 'balance:read',
    schema: balance,
    example: { available: 98250.75, held: 250.75, currency: 'THB' },
    read: async (deps, { caller }) => presentBalance(await findBalance(deps.db, caller.id)),
  }),

  readOperation({
    name: 'listBalanceEntries',
    summary: 'List the ledger entries that add up to the balance, newest first',
    family: 'qr',
    path: '/Thai/v1/balance/entries',
    permission: 'balance:read',
    query: entriesQuery,
    schema: entryPage,
    exampleQuery: { limit: 20 },
    async read(deps, { caller, query: { limit, cursor } }) {
      const page = await listBalanceEntries(deps.db, caller.id, limit, cursor ?? null);
      return presentEntryPage(page, limit);
    },
  }),
];

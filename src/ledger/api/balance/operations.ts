import { listBalanceEntries } from '../../find-balance';
import { findMaturingBalance } from '../../../maturity/find-maturing';
import { readOperation } from '../../../http/read-operation';
import { presentBalance, presentEntryPage } from './present';
import { balance, entriesQuery, entryPage } from './schema';

export const balanceOperations = [
  readOperation({
    name: 'readBalance',
    summary: 'Retrieve the available, held and pending balance',
    family: 'qr',
    path: '/Thai/v1/balance',
    permission: 'balance:read',
    schema: balance,
    example: {
      available: 98250.75,
      held: 250.75,
      pending: 1500,
      maturing: [{ date: '2026-12-01', amount: 1500 }],
      currency: 'THB',
    },
    read: async (deps, { caller }) => presentBalance(await findMaturingBalance(deps, caller.id)),
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

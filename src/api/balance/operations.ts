import { findBalance, listBalanceEntries } from '../../application/payouts/find-balance';
import { readOperation } from '../../http/read-operation';
import { presentBalance, presentEntryPage } from './present';
import { balance, entriesQuery, entryPage } from './schema';

export const balanceOperations = [
  readOperation({
    name: 'readBalance',
    summary: 'What can be paid out, and what is held for payouts under way',
    family: 'qr',
    path: '/Thai/v1/balance',
    schema: balance,
    example: { available: 98250.75, held: 250.75, currency: 'THB' },
    read: async (deps, { caller }) => presentBalance(await findBalance(deps, caller)),
  }),

  readOperation({
    name: 'listBalanceEntries',
    summary: 'The lines of the ledger that the balance is the sum of, newest first',
    family: 'qr',
    path: '/Thai/v1/balance/entries',
    query: entriesQuery,
    schema: entryPage,
    exampleQuery: { limit: 20 },
    async read(deps, { caller, query: { limit, cursor } }) {
      const page = await listBalanceEntries(deps, caller, { limit, before: cursor ?? null });
      return presentEntryPage(page, limit);
    },
  }),
];

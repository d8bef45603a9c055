import { findBalance, listBalanceEntries } from '../../application/payouts/find-balance';
import { operation } from '../../http/operation';
import { json } from '../../http/reply';
import { presentBalance, presentEntryPage } from './present';
import { balance, entriesQuery, entryPage } from './schema';

export const balanceOperations = [
  operation({
    name: 'readBalance',
    summary: 'What can be paid out, and what is held for payouts under way',
    family: 'qr',
    method: 'GET',
    path: '/Thai/v1/balance',
    auth: 'merchant',
    success: {
      status: 200,
      schema: balance,
      example: { available: 98250.75, held: 250.75, currency: 'THB' },
    },
    errors: [],
    async respond(deps, { caller }) {
      return json(200, presentBalance(await findBalance(deps, caller)));
    },
  }),

  operation({
    name: 'listBalanceEntries',
    summary: 'The lines of the ledger that the balance is the sum of, newest first',
    family: 'qr',
    method: 'GET',
    path: '/Thai/v1/balance/entries',
    auth: 'merchant',
    query: entriesQuery,
    success: { status: 200, schema: entryPage },
    example: { query: { limit: 20 } },
    errors: [],
    async respond(deps, { caller, query }) {
      const { limit, cursor } = query;
      const page = await listBalanceEntries(deps, caller, { limit, before: cursor ?? null });
      return json(200, presentEntryPage(page, limit));
    },
  }),
];

import { Problem } from '../../kernel/rules/problem';
import { readOperation } from '../../http/read-operation';
import { readStatement } from '../read-statement';
import { presentStatement } from './present';
import { statement, statementQuery } from './schema';

export const statementOperations = [
  readOperation({
    name: 'readBalanceStatement',
    summary: 'Retrieve the balance of a period with its entries, oldest first',
    family: 'qr',
    path: '/Thai/v1/balance/statement',
    permission: 'balance:read',
    query: statementQuery,
    schema: statement,
    exampleQuery: { start_date: '2026-11-01', end_date: '2026-11-30', limit: 20 },
    errors: ['invalid_parameters'],
    async read(deps, { caller, query: { start_date: from, end_date: until, limit, cursor } }) {
      if (until < from) throw new Problem('invalid_parameters', { param: 'end_date' });
      const page = { afterId: cursor ?? null, limit };
      const read = await readStatement(deps, caller, { from, until }, page);
      return presentStatement(read, { from, until }, limit);
    },
  }),
];

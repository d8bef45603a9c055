import { z } from 'zod';
import type { Operation } from '../../../operation';
import { cursor } from '../../../cursor';
import type { Position } from '../../../cursor';
import { lookQuery, page } from '../../frame/page';
import type { ListDefinition } from './definition';
import { deposits } from './deposits';
import { payments } from './payments';
import { refunds } from './refunds';
import { transactions } from './transactions';
import { listScreen } from './view';
import { withdrawals } from './withdrawals';

const PER_PAGE = 25;

function listOperations<Item extends Position, Status extends string>(
  definition: ListDefinition<Item, Status>,
): readonly Operation[] {
  const { noun, statuses, find } = definition;
  const name = `${noun.charAt(0).toUpperCase()}${noun.slice(1)}`;
  const query = lookQuery.extend({
    status: z.enum(statuses).optional().catch(undefined),
    cursor: cursor.optional().catch(undefined),
  });
  return [
    page({
      name: `show${name}`,
      summary: `The merchant's ${noun}, newest first`,
      path: `/dashboard/${noun}`,
      query,
      async show(deps, visit, { query: asked }) {
        const { status, cursor: after = null } = asked;
        const slice = { limit: PER_PAGE, offset: 0, after };
        const found = await find(deps, visit.session.merchant, {
          ...slice,
          ...(status === undefined ? {} : { status: status }),
        });
        return listScreen(visit, definition, { ...found, status, isFirst: after === null });
      },
    }),
  ];
}

export const orderListOperations: readonly Operation[] = [
  ...listOperations(payments),
  ...listOperations(deposits),
  ...listOperations(withdrawals),
  ...listOperations(refunds),
  ...listOperations(transactions),
];

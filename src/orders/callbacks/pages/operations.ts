import { z } from 'zod';
import { listRefusedCallbacks } from '../list-refused-callbacks';
import { page, pageQuery } from '../../../pages/console/frame/page';
import { refusedCallbacksScreen } from './view';

const PER_PAGE = 50;

export const consoleRefusedCallbackOperations = [
  page({
    name: 'showRefusedCallbacks',
    summary: 'Callbacks that were answered 400, newest first',
    path: '/console/refused-callbacks',
    query: pageQuery.extend({
      before: z
        .string()
        .regex(/^cb_[0-9a-z]{1,64}$/)
        .nullable()
        .catch(null),
    }),
    async render(deps, context, { query: { before } }) {
      const found = await listRefusedCallbacks(deps.db, { before, limit: PER_PAGE });
      return refusedCallbacksScreen(context, { ...found, isFirst: before === null });
    },
  }),
];

import { z } from 'zod';
import { listOperatorAuditEvents } from '../../../../application/accounts/list-audit-events';
import { actsPage } from '../../../kit/activity/view';
import { pageQuery, page } from '../../frame/page';

const PER_PAGE = 50;

export const consoleActivityOperations = [
  page({
    name: 'showConsoleActivity',
    summary: 'What operators did',
    path: '/console/settings/activity',
    query: pageQuery.extend({ before: z.coerce.number().int().min(1).optional().catch(undefined) }),
    async render(deps, context, { query: { before } }) {
      const acts = await listOperatorAuditEvents(deps, { limit: PER_PAGE, before: before ?? null });
      const title = context.t.sections.activity;
      const main = actsPage(context, title, { ...acts, isFirst: before === undefined });
      return { title, section: 'activity', main };
    },
  }),
];

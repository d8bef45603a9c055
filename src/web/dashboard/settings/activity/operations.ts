import { z } from 'zod';
import { listAuditEvents } from '../../../../application/accounts/list-audit-events';
import { actsPage } from '../../../kit/activity/view';
import { pageQuery, page } from '../../frame/page';

const PER_PAGE = 50;

export const activityOperations = [
  page({
    name: 'showActivity',
    summary: 'Who did what for the merchant',
    path: '/dashboard/settings/activity',
    role: 'owner',
    query: pageQuery.extend({ before: z.coerce.number().int().min(1).optional().catch(undefined) }),
    async render(deps, context, { query: { before } }) {
      const slice = { limit: PER_PAGE, before: before ?? null };
      const acts = await listAuditEvents(deps, context.session.merchant.id, slice);
      const title = context.t.sections.activity;
      const main = actsPage(context, title, { ...acts, isFirst: before === undefined });
      return { title, section: 'activity', main };
    },
  }),
];

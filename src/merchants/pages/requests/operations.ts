import { z } from 'zod';
import { findRequest } from '../../find-request';
import { listRequests } from '../../list-requests';
import { id } from '../../../contract/fields';
import { pageQuery, page } from '../../../pages/dashboard/frame/page';
import { requestScreen } from './detail-view';
import { requestsScreen, type Asked } from './list-view';
import { REQUESTS } from './parts';
import { statusClasses } from './texts';

const PER_PAGE = 25;

/** Invalid filters are ignored. */
const word = z
  .string()
  .trim()
  .regex(/^[\w-]{0,60}$/)
  .catch('');
const classDigits = { '2xx': 2, '4xx': 4, '5xx': 5 } as const;

const query = pageQuery.extend({
  status: z.enum(['', ...statusClasses]).catch(''),
  problem: word,
  key: word,
  // Any text is a valid search; an unknown id finds no request. Postgres rejects NUL.
  id: z
    .string()
    .trim()
    .max(60)
    .transform((typed) => typed.replaceAll('\0', '\ufffd'))
    .catch(''),
  after: z
    .string()
    .regex(/^req_[0-9a-z]{26}$/)
    .nullable()
    .catch(null),
});

const filterOf = ({ status, problem, key, id: requestId }: Asked) => ({
  statusClass: status === '' ? null : classDigits[status],
  code: problem || null,
  keyId: key || null,
  id: requestId || null,
});

export const requestOperations = [
  page({
    name: 'showRequests',
    summary: 'The logged API requests of the merchant',
    path: REQUESTS,
    query,
    async render(deps, context, { query: { status, problem, key, id: requestId, after } }) {
      const asked = { status, problem, key, id: requestId };
      const slice = { limit: PER_PAGE, after };
      const found = await listRequests(deps, context.session.merchant, filterOf(asked), slice);
      return requestsScreen(context, found, asked, after === null);
    },
  }),

  page({
    name: 'showRequest',
    summary: 'An API request with its error',
    path: `${REQUESTS}/:id`,
    params: z.object({ id: id('req_', 'request_not_found') }),
    errors: ['request_not_found'],
    render: async (deps, context, { params }) =>
      requestScreen(context, await findRequest(deps, context.session.merchant, params.id)),
  }),
];

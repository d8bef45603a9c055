import { z } from 'zod';
import { decideException } from '../../../application/decide-exception';
import { findExceptionDossier } from '../../../application/find-dossier';
import { pageOfExceptions } from '../../../application/list-exceptions';
import { CannotResolve } from '../../../application/resolve-exception';
import { exceptionKinds, resolutions, resolutionsOf } from '../../../domain/exception';
import type { Resolution } from '../../../domain/exception';
import { Problem } from '../../../domain/problem';
import type { ApiDeps } from '../../api-deps';
import { id } from '../../fields';
import { reason } from '../../frame/fields';
import { seeOther } from '../../frame/reply';
import { act, framed, lookQuery, page } from '../frame/page';
import type { Refusal, Screen, Visit } from '../frame/screen';
import { workflowUrlFor } from '../orders/workflow-url';
import { exceptionScreen } from './detail-view';
import { exceptionsScreen } from './list-view';
import { resolveScreen } from './resolve-view';
import type { Fault } from './texts';

const PATH = '/console/exceptions';
const PER_PAGE = 50;

const params = z.object({ id: id('exc_', 'exception_not_found') });
const resolution = z.enum(resolutions);

const listQuery = lookQuery.extend({
  state: z.enum(['open', 'resolved']).catch('open'),
  kind: z.enum(exceptionKinds).nullable().catch(null),
  after: z
    .string()
    .regex(/^exc_[0-9a-z]{1,64}$/)
    .nullable()
    .catch(null),
});

async function show(
  deps: ApiDeps,
  visit: Visit,
  exceptionId: string,
  fault: Fault | null = null,
): Promise<Screen> {
  const dossier = await findExceptionDossier(deps, exceptionId);
  const { order } = dossier.exception;
  const workflowUrl = order === null ? null : workflowUrlFor(deps.config, order.id);
  return exceptionScreen(visit, dossier, { workflowUrl, fault });
}

/** What one way would do; the exception itself where that way is not, or no more, open. */
async function showWay(
  deps: ApiDeps,
  visit: Visit,
  exceptionId: string,
  way: Resolution,
  refusal: Refusal | null,
): Promise<Screen> {
  const dossier = await findExceptionDossier(deps, exceptionId);
  const { exception } = dossier;
  if (exception.resolved !== null) return show(deps, visit, exceptionId, 'resolved');
  if (!resolutionsOf(exception).includes(way)) return show(deps, visit, exceptionId, 'unfit');
  return resolveScreen(visit, dossier, way, refusal);
}

export const consoleExceptionOperations = [
  page({
    name: 'showExceptions',
    summary: 'What waits for a decision, and what was decided',
    path: PATH,
    query: listQuery,
    async show(deps, visit, { query: { state, kind, after } }) {
      const slice = { state, kind, after, limit: PER_PAGE };
      const found = await pageOfExceptions(deps, slice);
      return exceptionsScreen(visit, { ...found, state, kind, isFirst: after === null });
    },
  }),

  page({
    name: 'showException',
    summary: 'Everything that is known about an exception',
    path: '/console/exceptions/:id',
    params,
    errors: ['exception_not_found'],
    show: (deps, visit, asked) => show(deps, visit, asked.params.id),
  }),

  page({
    name: 'showResolution',
    summary: 'What one way of resolving an exception would post',
    path: '/console/exceptions/:id/resolve',
    role: 'operator',
    params,
    query: lookQuery.extend({ as: resolution.catch('dismiss') }),
    errors: ['exception_not_found'],
    show: (deps, visit, { params: { id: exceptionId }, query }) =>
      showWay(deps, visit, exceptionId, query.as, null),
  }),

  act({
    name: 'resolveException',
    summary: 'Resolve an exception for good',
    path: '/console/exceptions/:id/resolve',
    role: 'operator',
    params,
    fields: z.object({ as: resolution, reason }),
    errors: ['exception_not_found', 'state_conflict'],
    async take(deps, visit, { params: { id: exceptionId }, fields }) {
      const decision = { exceptionId, resolution: fields.as, reason: fields.reason };
      try {
        await decideException(deps, visit.actor, decision);
      } catch (error) {
        if (!(error instanceof CannotResolve)) throw error;
        if (error.why === 'unknown') throw new Problem('exception_not_found');
        const path = `${PATH}/${exceptionId}`;
        return framed({ ...visit, path }, await show(deps, visit, exceptionId, error.why), 409);
      }
      return seeOther(`${PATH}/${exceptionId}`, 'exception_resolved');
    },
    again: (deps, visit, refusal, { id: exceptionId }) => {
      const way = resolution.catch('dismiss').parse(refusal.values['as']);
      return showWay(deps, visit, exceptionId, way, refusal);
    },
  }),
];

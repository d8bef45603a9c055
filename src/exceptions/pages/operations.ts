import { z } from 'zod';
import { findCandidates, planAssignment, readAssignee } from '../plan-assignment';
import { CannotResolve } from '../cannot-resolve';
import { performAct, type Performed } from '../../people/acts/perform';
import { findExceptionDetail, type Exception } from '../find-order-detail';
import { findOwnerNames, pageOfExceptions } from '../list-exceptions';
import {
  REASON_LENGTH_MIN,
  exceptionKinds,
  resolutions,
  resolutionsOf,
  type Resolution,
} from '../rules/exception';
import { rests } from '../rules/resolution';
import { Problem } from '../../kernel/rules/problem';
import type { ApiDeps } from '../../http/api-deps';
import { id, says, text } from '../../contract/fields';
import type { Confirmation } from '../../pages/kit/confirmations';
import { reason as anyReason } from '../../pages/kit/fields';
import { doneOr, seeOther } from '../../pages/kit/reply';
import { actForm, formAction, pageReply, pageQuery, page } from '../../pages/console/frame/page';
import type { Refusal, Screen, SignedInContext } from '../../pages/console/frame/screen';
import { workflowUrlFor } from '../../orders/pages/console/workflow-url';
import { assignScreen } from './assign-view';
import { amountFields, requestedParts, type AmountField } from './requested-parts';
import { exceptionScreen } from './detail-view';
import { exceptionsScreen, ownerFilters } from './list-view';
import { resolveScreen } from './resolve-view';
import type { Fault } from './texts';

const PATH = '/console/exceptions';
const PER_PAGE = 50;

const params = z.object({ id: id('exc_', 'exception_not_found') });
const resolution = z.enum(resolutions);
const written = z.string().max(100).optional();
const reason = anyReason.refine(
  (value) => Array.from(value).length >= REASON_LENGTH_MIN,
  says('reason_too_short'),
);
const amounts = z.object(
  Object.fromEntries(amountFields.map((name) => [name, written])) as Record<
    AmountField,
    typeof written
  >,
);

const listQuery = pageQuery.extend({
  state: z.enum(['open', 'resolved']).catch('open'),
  kind: z.enum(exceptionKinds).nullable().catch(null),
  owner: z.enum(ownerFilters).catch('anyone'),
  after: z
    .string()
    .regex(/^exc_[0-9a-z]{1,64}$/)
    .nullable()
    .catch(null),
  q: text(100).catch('').default(''),
});

async function show(
  deps: ApiDeps,
  context: SignedInContext,
  exceptionId: string,
  { fault = null, refusal = null }: { fault?: Fault | null; refusal?: Refusal | null } = {},
): Promise<Screen> {
  const detail = await findExceptionDetail(deps, exceptionId);
  const { order } = detail.exception;
  const workflowUrl = order === null ? null : workflowUrlFor(deps.config, order.id);
  return exceptionScreen(context, detail, { workflowUrl, fault, refusal });
}

/** Shows the exception's page if the resolution is not available. */
async function showWay(
  deps: ApiDeps,
  context: SignedInContext,
  exceptionId: string,
  way: Resolution,
  { values, refusal }: Asked,
): Promise<Screen> {
  const detail = await findExceptionDetail(deps, exceptionId);
  const { exception } = detail;
  if (exception.resolved !== null) return show(deps, context, exceptionId, { fault: 'resolved' });
  if (!resolutionsOf(exception).includes(way))
    return show(deps, context, exceptionId, { fault: 'unfit' });
  if (way === 'assign') return showAssignment(deps, context, exception, { values, refusal });
  const parts = requestedParts(exception, way, values);
  return resolveScreen(context, detail, { way, parts, refusal });
}

async function showAssignment(
  deps: ApiDeps,
  context: SignedInContext,
  exception: Exception,
  { values, refusal }: Asked,
): Promise<Screen> {
  const to = typeof values['to'] === 'string' ? values['to'].trim() : '';
  const assignee = await readAssignee(deps, to);
  const plan = assignee === null ? null : await planAssignment(deps, exception, assignee);
  const candidates = plan === null ? await findCandidates(deps, exception) : [];
  return assignScreen(context, exception, { to, plan, candidates, refusal });
}

interface Asked {
  readonly values: Readonly<Record<string, unknown>>;
  readonly refusal: Refusal | null;
}

/** Confirms a decision or its proposal; if it is rejected, shows the exception with the reason. */
async function decide(
  deps: ApiDeps,
  context: SignedInContext,
  exceptionId: string,
  done: Confirmation,
  work: () => Promise<Performed>,
): Promise<ReturnType<typeof pageReply>> {
  const path = `${PATH}/${exceptionId}`;
  try {
    return seeOther(path, doneOr(await work(), done));
  } catch (error) {
    if (error instanceof Problem && error.code === 'state_conflict') {
      // Another operator has proposed a decision in the meantime.
      const screen = await show(deps, context, exceptionId, { fault: 'awaiting_approval' });
      return pageReply({ ...context, path }, screen, 409);
    }
    if (!(error instanceof CannotResolve)) throw error;
    if (error.why === 'unknown') throw new Problem('exception_not_found');
    const screen = await show(deps, context, exceptionId, { fault: error.why });
    return pageReply({ ...context, path }, screen, 409);
  }
}

export const consoleExceptionOperations = [
  page({
    name: 'showExceptions',
    summary: 'Open and resolved exceptions',
    path: PATH,
    query: listQuery,
    async render(deps, context, { query: { state, kind, owner, after, q } }) {
      const { id: operatorId } = context.session.person;
      const slice = {
        state,
        kind,
        ownerId: { anyone: null, mine: operatorId, nobody: '' }[owner],
        after,
        limit: PER_PAGE,
        word: q === '' ? null : q,
      };
      const found = await pageOfExceptions(deps.db, slice);
      const owners = await findOwnerNames(deps, found.items);
      const view = { ...found, owners, state, kind, owner, q, isFirst: after === null };
      const screen = exceptionsScreen(context, view);
      const [only, ...others] = q !== '' && view.isFirst ? found.items : [];
      const isOne = only !== undefined && others.length === 0;
      return isOne ? { ...screen, only: `${PATH}/${only.id}` } : screen;
    },
  }),

  page({
    name: 'showException',
    summary: 'An exception with its evidence and its possible resolutions',
    path: '/console/exceptions/:id',
    params,
    errors: ['exception_not_found'],
    render: (deps, context, asked) => show(deps, context, asked.params.id),
  }),

  actForm({
    act: 'exception_owner',
    name: 'ownException',
    summary: 'Take on an exception, or give it back',
    path: '/console/exceptions/:id/owner',
    params,
    fields: z.object({ take: z.enum(['yes', 'no']), before: text(100).default('') }),
    errors: ['exception_not_found'],
    input: ({ params: { id: exceptionId }, fields: { take, before } }) => ({
      exceptionId,
      isTaken: take === 'yes',
      before: before === '' ? null : before,
    }),
    back: ({ id: exceptionId }) => `${PATH}/${exceptionId}`,
    done: 'exception_owner_set',
    onError: (deps, context, _refusal, { id: exceptionId }) =>
      show(deps, context, exceptionId, { fault: 'changed' }),
  }),

  page({
    name: 'showResolution',
    summary: 'Preview of a resolution',
    path: '/console/exceptions/:id/resolve',
    role: 'operator',
    params,
    query: pageQuery.extend({ ...amounts.shape, to: written, as: resolution.catch('dismiss') }),
    errors: ['exception_not_found'],
    render: (deps, context, { params: { id: exceptionId }, query }) =>
      showWay(deps, context, exceptionId, query.as, { values: query, refusal: null }),
  }),

  formAction({
    name: 'resolveException',
    summary: 'Resolve an exception',
    path: '/console/exceptions/:id/resolve',
    role: 'operator',
    stepUp: 'required',
    params,
    fields: amounts.extend({
      as: resolution,
      reason,
      rest: z.enum(rests).optional(),
      to: written,
    }),
    errors: ['exception_not_found', 'state_conflict'],
    async handle(deps, context, { params: { id: exceptionId }, fields }) {
      const { exception } = await findExceptionDetail(deps, exceptionId);
      const decision = {
        exceptionId,
        parts: requestedParts(exception, fields.as, fields),
        rest: fields.rest ?? null,
        assignee: await readAssignee(deps, fields.to ?? ''),
        reason: fields.reason,
      };
      // After a typo the form is shown again with its values.
      if (fields.as === 'assign' && decision.assignee === null) {
        const path = `${PATH}/${exceptionId}`;
        const asked = { values: fields, refusal: null };
        const screen = await showAssignment(deps, context, exception, asked);
        return pageReply({ ...context, path }, screen, 409);
      }
      return decide(deps, context, exceptionId, 'exception_resolved', () =>
        performAct(deps, context.audit, 'resolution', decision),
      );
    },
    onError: (deps, context, refusal, { id: exceptionId }) => {
      const way = resolution.catch('dismiss').parse(refusal.values['as']);
      return showWay(deps, context, exceptionId, way, { values: refusal.values, refusal });
    },
  }),

  formAction({
    name: 'correctException',
    summary: 'Reverse the resolution of an exception and reopen it',
    path: '/console/exceptions/:id/correct',
    role: 'operator',
    stepUp: 'required',
    params,
    fields: z.object({ reason }),
    errors: ['exception_not_found', 'state_conflict'],
    async handle(deps, context, { params: { id: exceptionId }, fields }) {
      const correction = { exceptionId, reason: fields.reason };
      return decide(deps, context, exceptionId, 'exception_corrected', () =>
        performAct(deps, context.audit, 'correction', correction),
      );
    },
    onError: (deps, context, refusal, { id: exceptionId }) =>
      show(deps, context, exceptionId, { refusal }),
  }),
];

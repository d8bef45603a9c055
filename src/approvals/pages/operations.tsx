import type { VNode } from 'preact';
import { z } from 'zod';
import { seatOf, type SessionIn } from '../../people/sessions';
import { titleOf } from '../../acts';
import { decideApproval, type Decision } from '../decide-approval';
import { showApproval, showApprovals, type ShownApproval } from '../find-approvals';
import { id } from '../../contract/fields';
import type { ProblemCode } from '../../kernel/rules/problem';
import type { Realm } from '../../kernel/rules/realm';
import type { ApiDeps } from '../../http/api-deps';
import { cursor } from '../../http/cursor';
import type { Operation } from '../../http/operation';
import type { Confirmation } from '../../pages/kit/confirmations';
import type { Pages } from '../../pages/kit/pages';
import { seeOther } from '../../pages/kit/reply';
import type { Refusal, Screen, SignedInContext } from '../../pages/kit/screen';
import type { CommonTexts } from '../../pages/kit/texts';
import { approvalListView, approvalView } from './view';

const PER_PAGE = 50;

type Texts = CommonTexts & {
  readonly sections: Readonly<Record<string, string>>;
  readonly roles: Readonly<Record<string, string>>;
};

export interface ApprovalSite<R extends Realm, T extends Texts, Section extends string> {
  readonly realm: R;
  readonly pages: Pages<R, T, Section>;
  readonly section: Section;
  readonly path: `/${string}`;
  /** The page of the object that the approval concerns; null if there is none. */
  readonly linkTo: (approval: ShownApproval) => string | null;
  /** Replaces the facts of `told` with a description; null for other acts. */
  readonly explain?: (
    deps: ApiDeps,
    context: SignedInContext<T, SessionIn[R]>,
    approval: ShownApproval,
  ) => Promise<VNode | null>;
  readonly above?: (
    deps: ApiDeps,
    context: SignedInContext<T, SessionIn[R]>,
  ) => Promise<VNode | null>;
  readonly below?: (
    deps: ApiDeps,
    context: SignedInContext<T, SessionIn[R]>,
    refusal: Refusal | null,
  ) => Promise<VNode>;
}

const params = z.object({ id: id('apr_', 'approval_not_found') });

/** The warnings that the page showed, as the page sends them back. */
const fields = z.object({ warned: z.string().max(100).default('') });

const errors: Readonly<Record<Decision, readonly ProblemCode[]>> = {
  approve: [
    'approval_not_found',
    'approval_ended',
    'own_proposal',
    'payout_limit_exceeded',
    'state_conflict',
  ],
  reject: ['approval_not_found', 'approval_ended', 'own_proposal'],
  withdraw: ['approval_not_found', 'approval_ended'],
};

const summaries: Readonly<Record<Decision, string>> = {
  approve: 'Approve what another person has proposed',
  reject: 'Reject what another person has proposed',
  withdraw: "Withdraw the person's own proposal",
};

/** Operation names are unique: those of the console have a prefix. */
const named = (realm: Realm, name: string): string =>
  realm === 'merchant' ? name : `console${name.charAt(0).toUpperCase()}${name.slice(1)}`;

export async function approvalsScreen<R extends Realm, T extends Texts, Section extends string>(
  { path, section, above, below }: ApprovalSite<R, T, Section>,
  deps: ApiDeps,
  context: SignedInContext<T, SessionIn[R]>,
  refusal: Refusal | null,
  before: z.output<typeof cursor> | null = null,
): Promise<Screen<Section>> {
  const filter = { scope: seatOf(context.session), status: null };
  const found = await showApprovals(deps, filter, { limit: PER_PAGE, after: before });
  const list = approvalListView(context, { ...found, path, isFirst: before === null });
  const more = below === undefined ? null : await below(deps, context, refusal);
  const notice = above === undefined ? null : await above(deps, context);
  const main = (
    <div class="stack">
      {notice}
      {list}
      {more}
    </div>
  );
  return { title: context.t.sections[section] ?? '', section, main };
}

export function approvalOperations<R extends Realm, T extends Texts, Section extends string>(
  site: ApprovalSite<R, T, Section>,
): readonly Operation[] {
  const { realm, pages, section, path, linkTo, explain } = site;
  const show = async (
    deps: ApiDeps,
    context: SignedInContext<T, SessionIn[R]>,
    refusal: Refusal | null,
    approvalId: string,
  ): Promise<Screen<Section>> => {
    const approval = await showApproval(deps, seatOf(context.session), approvalId);
    return {
      title: titleOf(approval.act)[context.language],
      section,
      back: { path, title: context.t.sections[section] ?? '' },
      main: approvalView(context, {
        path,
        approval,
        link: linkTo(approval),
        roles: context.t.roles,
        explained: explain === undefined ? null : await explain(deps, context, approval),
        refusal,
      }),
    };
  };
  const decision = (name: Decision, operation: string, done: Confirmation): Operation =>
    pages.formAction({
      name: named(realm, operation),
      summary: summaries[name],
      path: `${path}/:id/${name}`,
      role: name === 'withdraw' ? 'viewer' : 'approver',
      creates: name === 'approve',
      ...(name === 'approve' ? { stepUp: 'required' as const } : {}),
      params,
      fields,
      errors: errors[name],
      async handle(deps, { audit, session }, { params: asked, fields: sent }) {
        const warned = sent.warned.split(' ');
        const status = await decideApproval(deps, audit, seatOf(session), asked.id, name, warned);
        const others = { failed: 'approval_failed', pending: 'approval_first' } as const;
        const shown = status === 'failed' || status === 'pending' ? others[status] : done;
        return seeOther(`${path}/${asked.id}`, shown);
      },
      onError: (deps, context, refusal, asked) => show(deps, context, refusal, asked.id),
    });
  return [
    pages.page({
      name: named(realm, 'showApprovals'),
      summary: 'Requests for the approval of another person, newest first',
      path,
      query: pages.pageQuery.extend({ before: cursor.optional().catch(undefined) }),
      render: (deps, context, { query: { before } }) =>
        approvalsScreen(site, deps, context, null, before ?? null),
    }),

    pages.page({
      name: named(realm, 'showApproval'),
      summary: 'A request for the approval of another person',
      path: `${path}/:id`,
      params,
      errors: ['approval_not_found'],
      render: (deps, context, asked) => show(deps, context, null, asked.params.id),
    }),

    decision('approve', 'approveProposal', 'approval_given'),
    decision('reject', 'rejectProposal', 'approval_refused'),
    decision('withdraw', 'withdrawProposal', 'approval_withdrawn'),
  ];
}

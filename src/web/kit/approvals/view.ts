import { titleOf } from '../../../application/acts';
import type { ShownApproval } from '../../../application/approvals/find-approvals';
import { isAnonymous, type ApprovalAct, type ApprovalStatus } from '../../../domain/approval';
import { formatMoney } from '../../../domain/money';
import { mayActAs, type Realm } from '../../../domain/realm';
import { html, type Html } from '../../../lib/html';
import { actorText } from '../activity/view';
import { recordedText } from '../condition-text';
import { actionButton, confirmButton, formFault } from '../form';
import type { Language } from '../language';
import { badge, emptyState, facts, moment, pager } from '../parts';
import type { Refusal, SignedInContext } from '../screen';
import { approvalTexts } from './texts';

const tones: Readonly<Record<ApprovalStatus, Parameters<typeof badge>[0]>> = {
  pending: 'wait',
  approved: 'good',
  rejected: 'bad',
  expired: '',
  withdrawn: '',
  failed: 'bad',
};

export const approvalBadge = (language: Language, status: ApprovalStatus): Html =>
  badge(tones[status], approvalTexts[language].statuses[status]);

export interface ApprovalList {
  readonly path: string;
  readonly items: readonly ShownApproval[];
  readonly hasMore: boolean;
  readonly isFirst: boolean;
}

/** Newest first. */
export function approvalListView(
  context: SignedInContext,
  { path, items, hasMore, isFirst }: ApprovalList,
): Html {
  const { language } = context;
  const t = approvalTexts[language];
  const last = items.at(-1);
  const position = last && `${last.createdAt.getTime()}.${last.id}`;
  const row = (approval: ShownApproval) => html`<tr><th scope="row"><span>
    <a href="${path}/${approval.id}">${titleOf(approval.act)[language]}</a>
    <small><code>${approval.subject}</code></small></span></th>
  <td data-name="${t.status}"><span>${approvalBadge(language, approval.status)}
    ${approval.warnings.map((warning) => badge('bad', t.warnings[warning].title))}</span></td>
  <td data-name="${t.proposer}">${proposerText(context, approval)}</td>
  <td data-name="${t.created}">${moment(language, approval.createdAt)}</td>
  <td data-name="${t.amount}" class="money">${amountText(approval)}</td></tr>`;
  return html`<p class="soft">${t.hint}</p>
<section class="card flush" aria-label="${context.t.navigation}">
  ${
    items.length === 0
      ? emptyState(t.none, t.noneHint)
      : html`<table class="folds roomy"><thead><tr><th scope="col">${t.act}</th>
  <th scope="col">${t.status}</th><th scope="col">${t.proposer}</th>
  <th scope="col">${t.created}</th><th scope="col" class="money">${t.amount}</th></tr></thead>
  <tbody>${items.map(row)}</tbody></table>`
  }
  ${pager(context, {
    newest: isFirst ? null : path,
    older: hasMore && position !== undefined ? `${path}?before=${position}` : null,
  })}
</section>`;
}

const amountText = ({ detail }: ShownApproval): string =>
  typeof detail['amountSatang'] === 'number' ? formatMoney(detail['amountSatang']) : '';

/** An API key is shown with the person who created it. */
function proposerText(
  context: SignedInContext,
  { proposer: { kind, id }, personName }: ShownApproval,
): string {
  const person = { actorKind: kind, actorId: id, actorName: personName };
  const text = actorText(context, person);
  return kind === 'key' && personName !== null ? `${text} (${personName})` : text;
}

export function approvalView(
  context: SignedInContext,
  {
    path,
    approval,
    link,
    roles,
    explained,
    refusal,
  }: {
    readonly path: string;
    readonly approval: ShownApproval;
    /** The page of the object that the approval concerns; null if there is none. */
    readonly link: string | null;
    readonly roles: Readonly<Record<string, string>>;
    /** The description of the proposal; null shows the facts only. */
    readonly explained: Html | null;
    readonly refusal: Refusal | null;
  },
): Html {
  const { language } = context;
  const t = approvalTexts[language];
  const { act, subject, detail, status, createdAt, expiresAt, decidedAt } = approval;
  const object = html`<code>${subject}</code>`;
  return html`<div class="stack narrow">
<section class="card stack" aria-label="${t.act}">
  ${formFault(context, refusal, [])}
  <div class="card-top"><h2>${titleOf(act)[language]} ${amountText(approval)}</h2>
    ${approvalBadge(language, status)}</div>
  ${status === 'pending' ? renderEndedKey(context, approval) : null}
  ${approval.warnings.includes('proposer_left') ? renderFormerProposer(context) : null}
  ${facts([
    ...Object.entries(detail)
      .filter(([name]) => name !== 'amountSatang' && !(explained !== null && isExplained(name)))
      .map(
        ([name, value]) =>
          [labelOf(context, act, name), factText(context, roles, name, value)] as const,
      ),
    [t.object, link === null ? object : html`<a href="${link}">${object}</a>`],
    [t.proposer, proposerText(context, approval)],
    [t.created, moment(language, createdAt)],
    status === 'pending' ? [t.expires, moment(language, expiresAt)] : null,
    decidedAt === null ? null : [t.decided, moment(language, decidedAt)],
    approval.firstName === null ? null : [t.firstBy, approval.firstName],
    approval.deciderName === null ? null : [t.decider, approval.deciderName],
    approval.problem === null
      ? null
      : [t.problem, problemText(context, approval.problem) ?? approval.problem],
  ])}
  ${status === 'pending' ? renderButtons(context, path, approval) : null}
</section>${explained}</div>`;
}

/** A revoked key may have been stolen, an expired one needs no warning. */
function renderEndedKey({ language }: SignedInContext, { endedKey }: ShownApproval): Html | null {
  const t = approvalTexts[language];
  if (endedKey === null) return null;
  return endedKey.revokedAt === null
    ? html`<p class="notice">${t.keyExpired}</p>`
    : html`<p class="notice bad"><span><strong>${t.warnings.key_revoked.title}</strong>
        ${moment(language, endedKey.revokedAt)}. ${t.warnings.key_revoked.hint}</span></p>`;
}

function renderFormerProposer({ language }: SignedInContext): Html {
  const { title, hint } = approvalTexts[language].warnings.proposer_left;
  return html`<p class="notice bad"><span><strong>${title}</strong>. ${hint}</span></p>`;
}

const problemText = ({ t }: SignedInContext, code: string): string | undefined =>
  Object.hasOwn(t.problems, code) ? t.problems[code as keyof typeof t.problems] : undefined;

/** Fields of a decision that `explained` shows already. */
const isExplained = (name: string): boolean => name === 'resolution' || name === 'rest';

/** `account` is the payee's account, but in a routing rule the provider account. */
const labelOf = ({ language }: SignedInContext, act: ApprovalAct, name: string): string => {
  const t = approvalTexts[language];
  return t.facts[`${act} ${name}`] ?? t.facts[name] ?? name;
};

function factText(
  context: SignedInContext,
  roles: Readonly<Record<string, string>>,
  name: string,
  value: string | number | boolean | null,
): string {
  const t = approvalTexts[context.language];
  if (name === 'role') return roles[String(value)] ?? String(value);
  const words = t.values[`${name} ${String(value)}`];
  if (words !== undefined) return words;
  if (typeof value === 'boolean') return value ? t.yes : t.no;
  if (name.toLowerCase().endsWith('satang')) {
    return typeof value === 'number' ? formatMoney(value) : t.noAmount;
  }
  return recordedText(context.language, name, value);
}

function renderButtons(context: SignedInContext, path: string, approval: ShownApproval): Html {
  const { session, language } = context;
  const t = approvalTexts[language];
  const at = `${path}/${approval.id}`;
  const isDecider = mayActAs<Realm>(session, 'approver');
  const isFirst = approval.firstBy === session.person.id;
  const two = html`${approval.needs === 2 ? html`<p class="notice">${t.needsTwo}</p>` : null}
  ${isFirst ? html`<p class="notice">${t.isFirst}</p>` : null}`;
  if (approval.personId === session.person.id) {
    const isApprovable = approval.needs === 2 && isDecider && !isFirst;
    return html`${approval.needs === 2 ? two : html`<p class="notice">${t.own}</p>`}
    <div class="actions">${isApprovable ? renderApprove(context, at, approval) : null}
    ${confirmButton(context, `${at}/withdraw`, {
      label: t.withdraw,
      question: t.withdrawQuestion,
      confirm: t.withdraw,
      about: '',
    })}</div>`;
  }
  if (!isDecider) return html`<p class="soft">${t.onlyApprovers}</p>`;
  const isAnyones = !isAnonymous(approval);
  return html`${isAnyones ? two : html`<p class="notice warn">${t.anonymous}</p>`}
  <div class="actions">${isAnyones && !isFirst ? renderApprove(context, at, approval) : null}
  ${confirmButton(context, `${at}/reject`, {
    label: t.reject,
    question: t.rejectQuestion,
    confirm: t.reject,
    about: '',
  })}</div>`;
}

/** With warnings it takes two steps: the second is accepted only from a page that showed them. */
function renderApprove(context: SignedInContext, at: string, approval: ShownApproval): Html {
  const t = approvalTexts[context.language];
  const action = `${at}/approve`;
  const { warnings } = approval;
  if (warnings.length === 0) {
    return actionButton(context, action, t.approve, { variant: 'strong' });
  }
  return confirmButton(context, action, {
    label: t.approve,
    question: warnings.map((warning) => t.warnings[warning].hint).join(' '),
    confirm: t.approve,
    about: '',
    fields: { warned: warnings.join(' ') },
  });
}

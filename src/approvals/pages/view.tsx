import type { VNode } from 'preact';
import { titleOf } from '../../acts';
import type { ShownApproval } from '../find-approvals';
import {
  type ApprovalAct,
  type ApprovalStatus,
  isAnonymous,
} from '../../kernel/approvals/rules/approval';
import { formatMoney } from '../../kernel/rules/money';
import { mayActAs, type Realm } from '../../kernel/rules/realm';
import { actorText } from '../../people/activity/pages/view';
import { Card } from '../../pages/kit/card';
import { recordedText } from '../../providers/pages/condition-text';
import { ActionButton, Confirm, FormFault } from '../../pages/kit/form';
import type { Language } from '../../pages/kit/language';
import { Badge, Empty, Facts, Noted, Pager, Time, type Tone } from '../../pages/kit/parts';
import type { Refusal, SignedInContext } from '../../pages/kit/screen';
import { Table } from '../../pages/kit/table';
import { approvalTexts } from './texts';

const tones: Readonly<Record<ApprovalStatus, Tone>> = {
  pending: 'wait',
  approved: 'good',
  rejected: 'bad',
  expired: '',
  withdrawn: '',
  failed: 'bad',
};

export const approvalBadge = (language: Language, status: ApprovalStatus) => (
  <Badge tone={tones[status]}>{approvalTexts[language].statuses[status]}</Badge>
);

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
) {
  const { language } = context;
  const t = approvalTexts[language];
  const last = items.at(-1);
  const position = last && `${last.createdAt.getTime()}.${last.id}`;
  const row = (approval: ShownApproval) => [
    <Noted code={approval.subject}>
      <a href={`${path}/${approval.id}`}>{titleOf(approval.act)[language]}</a>
    </Noted>,
    <span>
      {approvalBadge(language, approval.status)}{' '}
      {approval.warnings.map((warning) => (
        <Badge tone="bad">{t.warnings[warning].title}</Badge>
      ))}
    </span>,
    proposerText(context, approval),
    <Time at={approval.createdAt} />,
    amountText(approval),
  ];
  return (
    <>
      <p class="soft">{t.hint}</p>
      <Card label={context.t.navigation} flush>
        {items.length === 0 ? (
          <Empty title={t.none} hint={t.noneHint} />
        ) : (
          <Table
            columns={[t.act, t.status, t.proposer, t.created, { money: t.amount }]}
            rows={items.map(row)}
            roomy
          />
        )}
        <Pager
          newest={isFirst ? null : path}
          older={hasMore && position !== undefined ? `${path}?before=${position}` : null}
        />
      </Card>
    </>
  );
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
    readonly explained: VNode | null;
    readonly refusal: Refusal | null;
  },
) {
  const { language } = context;
  const t = approvalTexts[language];
  const { act, subject, detail, status, createdAt, expiresAt, decidedAt } = approval;
  const object = <code>{subject}</code>;
  return (
    <div class="stack narrow">
      <Card label={t.act}>
        <FormFault refusal={refusal} />
        <div class="card-top">
          <h2>
            {titleOf(act)[language]} {amountText(approval)}
          </h2>
          {approvalBadge(language, status)}
        </div>
        {status === 'pending' && renderEndedKey(context, approval)}
        {approval.warnings.includes('proposer_left') && renderFormerProposer(context)}
        <Facts
          rows={[
            ...Object.entries(detail)
              .filter(
                ([name]) => name !== 'amountSatang' && !(explained !== null && isExplained(name)),
              )
              .map(
                ([name, value]) =>
                  [labelOf(context, act, name), factText(context, roles, name, value)] as const,
              ),
            [t.object, link === null ? object : <a href={link}>{object}</a>],
            [t.proposer, proposerText(context, approval)],
            [t.created, <Time at={createdAt} />],
            status === 'pending' ? [t.expires, <Time at={expiresAt} />] : null,
            decidedAt === null ? null : [t.decided, <Time at={decidedAt} />],
            approval.firstName === null ? null : [t.firstBy, approval.firstName],
            approval.deciderName === null ? null : [t.decider, approval.deciderName],
            approval.problem === null
              ? null
              : [t.problem, problemText(context, approval.problem) ?? approval.problem],
          ]}
        />
        {status === 'pending' && renderButtons(context, path, approval)}
      </Card>
      {explained}
    </div>
  );
}

/** A revoked key may have been stolen, an expired one needs no warning. */
function renderEndedKey({ language }: SignedInContext, { endedKey }: ShownApproval) {
  const t = approvalTexts[language];
  if (endedKey === null) return null;
  return endedKey.revokedAt === null ? (
    <p class="notice">{t.keyExpired}</p>
  ) : (
    <p class="notice bad">
      <span>
        <strong>{t.warnings.key_revoked.title}</strong> <Time at={endedKey.revokedAt} />.{' '}
        {t.warnings.key_revoked.hint}
      </span>
    </p>
  );
}

function renderFormerProposer({ language }: SignedInContext) {
  const { title, hint } = approvalTexts[language].warnings.proposer_left;
  return (
    <p class="notice bad">
      <span>
        <strong>{title}</strong>. {hint}
      </span>
    </p>
  );
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

function renderButtons(context: SignedInContext, path: string, approval: ShownApproval) {
  const { session, language } = context;
  const t = approvalTexts[language];
  const at = `${path}/${approval.id}`;
  const isDecider = mayActAs<Realm>(session, 'approver');
  const isFirst = approval.firstBy === session.person.id;
  const two = (
    <>
      {approval.needs === 2 && <p class="notice">{t.needsTwo}</p>}
      {isFirst && <p class="notice">{t.isFirst}</p>}
    </>
  );
  if (approval.personId === session.person.id) {
    const isApprovable = approval.needs === 2 && isDecider && !isFirst;
    return (
      <>
        {approval.needs === 2 ? two : <p class="notice">{t.own}</p>}
        <div class="actions">
          {isApprovable && renderApprove(context, at, approval)}
          <Confirm action={`${at}/withdraw`} label={t.withdraw} question={t.withdrawQuestion} />
        </div>
      </>
    );
  }
  if (!isDecider) return <p class="soft">{t.onlyApprovers}</p>;
  const isAnyones = !isAnonymous(approval);
  return (
    <>
      {isAnyones ? two : <p class="notice warn">{t.anonymous}</p>}
      <div class="actions">
        {isAnyones && !isFirst && renderApprove(context, at, approval)}
        <Confirm action={`${at}/reject`} label={t.reject} question={t.rejectQuestion} />
      </div>
    </>
  );
}

/** With warnings it takes two steps: the second is accepted only from a page that showed them. */
function renderApprove(context: SignedInContext, at: string, approval: ShownApproval) {
  const t = approvalTexts[context.language];
  const action = `${at}/approve`;
  const { warnings } = approval;
  if (warnings.length === 0) {
    return <ActionButton action={action} label={t.approve} tone="strong" />;
  }
  return (
    <Confirm
      action={action}
      label={t.approve}
      question={warnings.map((warning) => t.warnings[warning].hint).join(' ')}
      fields={{ warned: warnings.join(' ') }}
    />
  );
}

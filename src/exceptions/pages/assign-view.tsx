import type { AssignmentPlan, Candidate } from '../plan-assignment';
import type { Exception } from '../find-order-detail';
import { formatMoney } from '../../kernel/rules/money';
import { statusBadge } from '../../orders/pages/parts';
import { Card } from '../../pages/kit/card';
import { Field, Form, Submit } from '../../pages/kit/form';
import { kindTexts } from '../../orders/pages/kind-texts';
import { Badge, Facts, Notice, Time } from '../../pages/kit/parts';
import type { Refusal, Screen, SignedInContext } from '../../pages/console/frame/screen';
import { orderCard } from '../../orders/pages/console/detail-view';
import { moneyOf } from './list-view';
import { renderPostings } from './postings-view';
import { exceptionTexts, type ExceptionTexts } from './texts';

const PATH = '/console/exceptions';

export interface Assignment {
  /** As typed; empty on the first page. */
  readonly to: string;
  /** Null on the first page, and when no order or merchant of that name can receive the money. */
  readonly plan: AssignmentPlan | null;
  readonly candidates: readonly Candidate[];
  readonly refusal: Refusal | null;
}

export function assignScreen(
  context: SignedInContext,
  exception: Exception,
  { to, plan, candidates, refusal }: Assignment,
): Screen {
  const t = exceptionTexts[context.language];
  const path = `${PATH}/${exception.id}`;
  const isUnknown = to !== '' && plan === null;
  const main = (
    <div class="stack narrow">
      {isUnknown && <Notice tone="bad" role="alert" text={t.faults.assignee} />}
      {plan !== null && renderPlan(context, exception, { to, plan, refusal }, t)}
      {plan === null && renderCandidates(context, exception, candidates, t)}
      {renderSearch(exception, plan === null ? to : '', t)}
    </div>
  );
  const title = `${t.confirmTitle(t.waysIn.assign.name)} · ${moneyOf(exception)}`;
  const back = { path, title: t.back };
  return { title, section: 'exceptions', back, main };
}

function renderCandidates(
  { language }: SignedInContext,
  { id }: Exception,
  candidates: readonly Candidate[],
  t: ExceptionTexts,
) {
  const item = (one: Candidate) => {
    const path = `${PATH}/${id}/resolve?as=assign&to=${one.id}`;
    const payer =
      one.payerMatches === null ? null : (
        <Badge tone={one.payerMatches ? 'good' : 'warn'}>
          {one.payerMatches ? t.samePayer : t.otherPayer}
        </Badge>
      );
    return (
      <li>
        <div>
          <h3>
            {kindTexts[language][one.kind].label} · {formatMoney(one.amountSatang)}
          </h3>
          <p class="badges">
            {statusBadge(language, one.kind, one.status)}
            {payer}
          </p>
          <p class="soft">
            {one.merchantName} · <Time at={one.createdAt} />
          </p>
          <p class="soft">
            <code>{one.reference ?? one.id}</code>
          </p>
        </div>
        <a class="button" href={path}>
          {t.choose}
          <span class="spoken">: {one.id}</span>
        </a>
      </li>
    );
  };
  const body =
    candidates.length === 0 ? (
      <p class="soft">{t.noCandidates}</p>
    ) : (
      <ul class="ways">{candidates.map(item)}</ul>
    );
  return (
    <Card id="candidates" title={t.candidates} hint={t.candidatesHint}>
      {body}
    </Card>
  );
}

function renderSearch({ id }: Exception, to: string, t: ExceptionTexts) {
  return (
    <Card label={t.assignTo}>
      <form method="get" action={`${PATH}/${id}/resolve`} class="fields">
        <input type="hidden" name="as" value="assign" />
        <Field name="to" label={t.assignTo} hint={t.assignHint} value={to} lengthMax={100} />
        <Submit tone="plain" label={t.preview} />
      </form>
    </Card>
  );
}

function renderPlan(
  context: SignedInContext,
  exception: Exception,
  { to, plan, refusal }: { to: string; plan: AssignmentPlan; refusal: Refusal | null },
  t: ExceptionTexts,
) {
  const about =
    plan.kind === 'order' ? (
      orderCard(context, plan.about, null)
    ) : (
      <Card label={t.merchant}>
        <Facts
          rows={[
            [t.merchant, <a href={`/console/merchants/${plan.merchantId}`}>{plan.merchantName}</a>],
          ]}
        />
      </Card>
    );
  return (
    <>
      {about}
      <Card id="posts" title={t.wouldPost}>
        {renderPostings(context, plan.postings, t)}
      </Card>
      <Card label={t.reason}>
        <Form action={`${PATH}/${exception.id}/resolve`} refusal={refusal}>
          <input type="hidden" name="as" value="assign" />
          <input type="hidden" name="to" value={to} />
          <Field
            name="reason"
            label={t.reason}
            hint={t.reasonHint}
            lengthMax={1_000}
            lines={3}
            autofocus
          />
          <p class="soft">{t.final}</p>
          <Submit tone="danger" label={t.confirm} />
        </Form>
      </Card>
    </>
  );
}

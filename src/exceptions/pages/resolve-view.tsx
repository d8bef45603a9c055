import type { Exception, ExceptionDetail } from '../find-order-detail';
import {
  fits,
  hasNoAmount,
  type Part,
  requiresRest,
  type Resolution,
  type Share,
  sharesOf,
} from '../rules/exception';
import { changes } from '../../ledger/rules/ledger';
import { formatBaht, formatMoney } from '../../kernel/rules/money';
import { postingsOfResolution } from '../../ledger/rules/postings';
import { type Rest, rests } from '../rules/resolution';
import { Card } from '../../pages/kit/card';
import { Choices, Field, Form, Submit } from '../../pages/kit/form';
import { LinkButton, Notice } from '../../pages/kit/parts';
import type { Refusal, Screen, SignedInContext } from '../../pages/console/frame/screen';
import { callbacksCard } from '../../orders/pages/console/detail-view';
import { renderFacts, wayOf } from './detail-view';
import { renderPostings } from './postings-view';
import { amountField } from './requested-parts';
import { exceptionTexts, type ExceptionTexts } from './texts';

/** A proposal in words and with its postings, for the person who approves it. */
export function proposedDecision(
  context: SignedInContext,
  detail: ExceptionDetail,
  { parts, rest }: { readonly parts: readonly Part[]; readonly rest: Rest | null },
  isCorrection: boolean,
) {
  const t = exceptionTexts[context.language];
  const { exception } = detail;
  const isFit = !isCorrection && fits(exception, parts);
  const postings = isFit ? postingsOfResolution(exception.order, parts) : [];
  const words = parts.map(({ as, amountSatang }) => {
    const { name, does } = wayOf(t, exception, as);
    return (
      <li>
        <strong>{name}</strong>
        <br />
        {does(formatMoney(amountSatang))}
      </li>
    );
  });
  return (
    <>
      <Card id="proposed" title={isCorrection ? t.wouldReverse : t.wouldPost}>
        <ul>
          {words}
          {rest !== null && <li>{t.rests[rest]}</li>}
        </ul>
        {postings.length !== 0 && renderPostings(context, postings, t)}
      </Card>
      <h2>{t.kinds[exception.kind]}</h2>
      <p>{t.kindHints[exception.kind]}</p>
      {renderFacts(context, detail, t)}
      {callbacksCard(context, detail.about?.callbacks ?? detail.callbacks)}
    </>
  );
}

interface Proposal {
  readonly way: Resolution;
  readonly parts: readonly Part[];
  readonly refusal: Refusal | null;
}

export function resolveScreen(
  context: SignedInContext,
  { exception, balance }: ExceptionDetail,
  { way, parts, refusal }: Proposal,
): Screen {
  const t = exceptionTexts[context.language];
  const path = `/console/exceptions/${exception.id}`;
  const { name, does } = wayOf(t, exception, way);
  const isFit = fits(exception, parts);
  const postings = isFit ? postingsOfResolution(exception.order, parts) : [];
  const { available, held } = changes(postings);
  // A charge takes what is pending of the payment first.
  const moves = balance !== null && balance.pendingSatang === 0 && (available !== 0 || held !== 0);
  const [only] = parts;
  const sentence =
    parts.length === 1 && only !== undefined && isFit ? does(formatMoney(only.amountSatang)) : null;
  const main = (
    <div class="stack narrow">
      <section class="card stack" aria-labelledby="posts">
        <div>
          <h2 id="posts">{t.wouldPost}</h2>
          {sentence !== null && <p>{sentence}</p>}
        </div>
        {!isFit && <Notice tone="bad" role="alert" text={t.doesNotFit} />}
        {postings.length === 0 ? (
          <p class="soft">{t.postsNothing}</p>
        ) : (
          renderPostings(context, postings, t)
        )}
        {moves ? (
          <p>
            {t.balanceAfter}:{' '}
            <strong>
              {t.balanceOf(
                formatMoney(balance.availableSatang + available),
                formatMoney(balance.heldSatang + held),
              )}
            </strong>
          </p>
        ) : null}
      </section>
      {renderDivision(exception, { way, parts, refusal }, t)}
      {isFit && renderDecisionForm(exception, { way, parts, refusal }, t)}
      <div class="row">
        <LinkButton href={path} label={t.back} />
      </div>
    </div>
  );
  return { title: t.confirmTitle(name), section: 'exceptions', main };
}

function renderDivision(exception: Exception, { way, parts }: Proposal, t: ExceptionTexts) {
  const shares = sharesOf(exception).filter(
    ({ ways, exactly }) => !hasNoAmount(way) && way !== 'assign' && (ways.length > 1 || !exactly),
  );
  if (shares.length === 0) return null;
  const valueOf = (each: Resolution): string => {
    const part = parts.find(({ as }) => as === each);
    if (part === undefined || Number.isNaN(part.amountSatang)) return '';
    return formatBaht(part.amountSatang);
  };
  const input = (each: Resolution) => (
    <Field
      name={amountField(each)}
      label={wayOf(t, exception, each).name}
      value={valueOf(each)}
      optional
      numeric
      lengthMax={20}
    />
  );
  // A share whose resolutions the first share offers too only limits their amount: it has no
  // fields of its own, and its hint names them.
  const group = ({ ways, satang, exactly }: Share, at: number) => {
    const hint = t.divideHint(formatMoney(satang), exactly);
    const isLimit = at > 0 && ways.every((each) => shares[0]?.ways.includes(each));
    if (isLimit) {
      const names = ways.map((each) => wayOf(t, exception, each).name);
      return <p class="soft">{`${names.join(', ')}: ${hint}`}</p>;
    }
    return (
      <>
        <p class="soft">{hint}</p>
        {ways.filter((each) => each !== 'assign').map(input)}
      </>
    );
  };
  return (
    <Card id="divide" title={t.divide}>
      <form method="get" action={`/console/exceptions/${exception.id}/resolve`} class="fields">
        <input type="hidden" name="as" value={way} />
        {shares.map(group)}
        <Submit tone="plain" label={t.preview} />
      </form>
    </Card>
  );
}

function renderDecisionForm(
  exception: Exception,
  { way, parts, refusal }: Proposal,
  t: ExceptionTexts,
) {
  const hidden = ({ as, amountSatang }: Part) => (
    <input type="hidden" name={amountField(as)} value={formatBaht(amountSatang)} />
  );
  const rest = requiresRest(exception.order, parts) ? (
    <Choices
      name="rest"
      label={t.rest}
      value={refusal?.values['rest'] ?? ''}
      options={rests.map((value) => ({ value, label: t.rests[value], hint: t.restHints[value] }))}
    />
  ) : null;
  return (
    <Card label={t.reason}>
      <Form action={`/console/exceptions/${exception.id}/resolve`} refusal={refusal}>
        <input type="hidden" name="as" value={way} />
        {!hasNoAmount(way) && parts.map(hidden)}
        {rest}
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
  );
}

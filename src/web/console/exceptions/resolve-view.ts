import type { Exception, ExceptionDetail } from '../../../application/orders/find-order-detail';
import {
  hasNoAmount,
  requiresRest,
  fits,
  sharesOf,
  type Part,
  type Resolution,
  type Share,
} from '../../../domain/exception';
import { postingsOfResolution } from '../../../domain/postings';
import { changes } from '../../../domain/ledger';
import { formatBaht, formatMoney } from '../../../domain/money';
import { rests, type Rest } from '../../../domain/resolution';
import { html, type Html } from '../../../lib/html';
import { choices, field, formFault, tokenField } from '../../kit/form';
import type { Refusal, Screen, SignedInContext } from '../frame/screen';
import { callbacksCard } from '../orders/detail-view';
import { amountField } from './requested-parts';
import { renderFacts, wayOf } from './detail-view';
import { renderPostings } from './postings-view';
import { exceptionTexts, type ExceptionTexts } from './texts';

/** A proposal in words and with its postings, for the person who approves it. */
export function proposedDecision(
  context: SignedInContext,
  detail: ExceptionDetail,
  { parts, rest }: { readonly parts: readonly Part[]; readonly rest: Rest | null },
  isCorrection: boolean,
): Html {
  const t = exceptionTexts[context.language];
  const { exception } = detail;
  const isFit = !isCorrection && fits(exception, parts);
  const postings = isFit ? postingsOfResolution(exception.order, parts) : [];
  const words = parts.map(({ as, amountSatang }) => {
    const { name, does } = wayOf(t, exception, as);
    return html`<li><strong>${name}</strong><br>${does(formatMoney(amountSatang))}</li>`;
  });
  return html`<section class="card stack" aria-labelledby="proposed">
  <h2 id="proposed">${isCorrection ? t.wouldReverse : t.wouldPost}</h2>
  <ul>${words}${rest === null ? null : html`<li>${t.rests[rest]}</li>`}</ul>
  ${postings.length === 0 ? null : renderPostings(context, postings, t)}</section>
<h2>${t.kinds[exception.kind]}</h2><p>${t.kindHints[exception.kind]}</p>
${renderFacts(context, detail, t)}
${callbacksCard(context, detail.about?.callbacks ?? detail.callbacks)}`;
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
  const moves = balance !== null && (available !== 0 || held !== 0);
  const [only] = parts;
  const sentence =
    parts.length === 1 && only !== undefined && isFit ? does(formatMoney(only.amountSatang)) : null;
  const main = html`<div class="stack narrow">
<section class="card stack" aria-labelledby="posts">
  <div><h2 id="posts">${t.wouldPost}</h2>
    ${sentence === null ? null : html`<p>${sentence}</p>`}</div>
  ${isFit ? null : html`<p class="notice bad" role="alert">${t.doesNotFit}</p>`}
  ${
    postings.length === 0
      ? html`<p class="soft">${t.postsNothing}</p>`
      : renderPostings(context, postings, t)
  }
  ${
    moves
      ? html`<p>${t.balanceAfter}: <strong>${t.balanceOf(
          formatMoney(balance.availableSatang + available),
          formatMoney(balance.heldSatang + held),
        )}</strong></p>`
      : null
  }
</section>
${renderDivision(context, exception, { way, parts, refusal }, t)}
${isFit ? renderDecisionForm(context, exception, { way, parts, refusal }, t) : null}
<div class="row"><a class="button" href="${path}">${t.back}</a></div></div>`;
  return { title: t.confirmTitle(name), section: 'exceptions', main };
}

function renderDivision(
  context: SignedInContext,
  exception: Exception,
  { way, parts }: Proposal,
  t: ExceptionTexts,
): Html | null {
  const shares = sharesOf(exception).filter(
    ({ ways, exactly }) => !hasNoAmount(way) && way !== 'assign' && (ways.length > 1 || !exactly),
  );
  if (shares.length === 0) return null;
  const valueOf = (each: Resolution): string => {
    const part = parts.find(({ as }) => as === each);
    if (part === undefined || Number.isNaN(part.amountSatang)) return '';
    return formatBaht(part.amountSatang);
  };
  const input = (each: Resolution) =>
    field(context, null, {
      name: amountField(each),
      label: wayOf(t, exception, each).name,
      value: valueOf(each),
      optional: true,
      numeric: true,
      lengthMax: 20,
    });
  // A share that limits ways of the first one names them, and has no fields of its own.
  const group = ({ ways, satang, exactly }: Share, at: number) => {
    const hint = t.divideHint(formatMoney(satang), exactly);
    const isLimit = at > 0 && ways.every((each) => shares[0]?.ways.includes(each));
    if (isLimit) {
      const names = ways.map((each) => wayOf(t, exception, each).name);
      return html`<p class="soft">${names.join(', ')}: ${hint}</p>`;
    }
    return html`<p class="soft">${hint}</p>${ways.filter((each) => each !== 'assign').map(input)}`;
  };
  return html`<section class="card stack" aria-labelledby="divide">
  <h2 id="divide">${t.divide}</h2>
  <form method="get" action="/console/exceptions/${exception.id}/resolve" class="fields">
    <input type="hidden" name="as" value="${way}">
    ${shares.map(group)}
    <div class="row"><button class="button">${t.preview}</button></div></form></section>`;
}

function renderDecisionForm(
  context: SignedInContext,
  exception: Exception,
  { way, parts, refusal }: Proposal,
  t: ExceptionTexts,
): Html {
  const hidden = ({ as, amountSatang }: Part) =>
    html`<input type="hidden" name="${amountField(as)}" value="${formatBaht(amountSatang)}">`;
  const rest = requiresRest(exception.order, parts)
    ? choices(
        { name: 'rest', label: t.rest, value: refusal?.values['rest'] ?? '' },
        rests.map((value) => ({ value, label: t.rests[value], hint: t.restHints[value] })),
      )
    : null;
  return html`<section class="card stack" aria-label="${t.reason}">
  ${formFault(context, refusal, ['reason'])}
  <form method="post" action="/console/exceptions/${exception.id}/resolve" class="fields">
    ${tokenField(context)}<input type="hidden" name="as" value="${way}">
    ${hasNoAmount(way) ? null : parts.map(hidden)}
    ${rest}
    ${field(context, refusal, {
      name: 'reason',
      label: t.reason,
      hint: t.reasonHint,
      lengthMax: 1_000,
      lines: 3,
      autofocus: true,
    })}
    <p class="soft">${t.final}</p>
    <div class="row"><button class="button danger">${t.confirm}</button></div></form>
</section>`;
}

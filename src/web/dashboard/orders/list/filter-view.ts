import { html, type Html } from '../../../../lib/html';
import { icons } from '../../../kit/icons';
import { kindTexts, type Described } from '../../../kit/kind-texts';
import type { SignedInContext } from '../../frame/screen';
import { addressOf, given, type FilterField, type Typed } from './filters';
import type { ListTexts } from './texts';

const folded = ['from', 'until', 'min', 'max'] as const;

/** A GET form: it works without JavaScript and keeps all filters in the URL. */
export function renderFilters(
  context: SignedInContext,
  { kind, hasPayers }: { readonly kind: Described; readonly hasPayers: boolean },
  { asked, faults }: { readonly asked: Typed; readonly faults: readonly FilterField[] },
  t: ListTexts,
): Html {
  const { status, q } = asked;
  const count = [...folded, 'review', 'payer', 'slip'].filter(
    (name) => asked[name as FilterField] !== undefined,
  ).length;
  const isNarrow = count > 0 || q !== undefined;
  const bare = addressOf(context.path, given({ status }));
  const field = (name: (typeof folded)[number]) => renderField(name, asked, faults, t);
  const check = (name: 'review' | 'payer' | 'slip', value: string) =>
    html`<label class="choice"><input type="checkbox" name="${name}" value="${value}"${
      asked[name] === undefined ? null : html` checked`
    }>${t[name]}</label>`;
  const ofPayer = [check('payer', 'other'), check('slip', 'other')];
  return html`<form method="get" action="${context.path}" role="search" class="list-search">
  ${status === undefined ? null : html`<input type="hidden" name="status" value="${status}">`}
  <div class="search-box"><label class="spoken" for="q">${t.search}</label>
    <input id="q" name="q" type="search" value="${q ?? ''}" maxlength="100" autocomplete="off"
      spellcheck="false" autocapitalize="off" aria-describedby="q-hint">
    <button class="button">${icons.search}<span>${t.search}</span></button>
    ${isNarrow ? html`<a class="button quiet" href="${bare}">${t.clear}</a>` : null}</div>
  <p id="q-hint" class="hint">${kindTexts[context.language][kind].seek}</p>
  <details class="more"${count > 0 ? html` open` : null}><summary>${icons.filter}
    <span>${t.filters}</span>${
      count === 0 ? null : html`<span class="badge wait">${count}</span>`
    }</summary>
    <div class="filter-panel"><fieldset><legend>${t.date}</legend>${field('from')}${field('until')}
      </fieldset>
      <fieldset><legend>${t.amount}</legend>${field('min')}${field('max')}</fieldset>
      ${check('review', 'open')}${hasPayers ? ofPayer : null}
<div class="press"><button class="button strong">${t.apply}</button></div></div></details>
</form>`;
}

function renderField(
  name: (typeof folded)[number],
  asked: Typed,
  faults: readonly FilterField[],
  t: ListTexts,
): Html {
  const isDay = name === 'from' || name === 'until';
  const isAtFault = faults.includes(name);
  const kind = isDay ? html`type="date"` : html`type="text" inputmode="decimal" placeholder="฿"`;
  return html`<div class="field"><label for="${name}">${t[name]}</label>
  <input id="${name}" name="${name}" ${kind} value="${asked[name] ?? ''}" maxlength="30"
    autocomplete="off"${
      isAtFault ? html` aria-invalid="true" aria-describedby="${name}-fault"` : null
    }>${
      isAtFault
        ? html`<p id="${name}-fault" class="fault">${isDay ? t.dayFault : t.amountFault}</p>`
        : null
    }</div>`;
}

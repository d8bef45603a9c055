import { icons } from '../../../pages/kit/icons';
import { type Described, kindTexts } from '../kind-texts';
import { Select } from '../../../pages/kit/form';
import { LinkButton } from '../../../pages/kit/parts';
import type { SignedInContext } from '../../../pages/dashboard/frame/screen';
import { addressOf, type FilterField, given, type Typed } from './filters';
import type { ListTexts } from './texts';

const folded = ['from', 'until', 'min', 'max'] as const;

/** A GET form: it works without JavaScript and keeps all filters in the URL. */
export function renderFilters(
  context: SignedInContext,
  { kind, hasPayers }: { readonly kind: Described; readonly hasPayers: boolean },
  { asked, faults }: { readonly asked: Typed; readonly faults: readonly FilterField[] },
  t: ListTexts,
) {
  const { status, q } = asked;
  const count = [...folded, 'by', 'review', 'payer', 'slip'].filter(
    (name) => asked[name as FilterField] !== undefined,
  ).length;
  const { seek, completed } = kindTexts[context.language][kind];
  const isNarrow = count > 0 || q !== undefined;
  const bare = addressOf(context.path, given({ status }));
  return (
    <form method="get" action={context.path} role="search" class="list-search">
      {status !== undefined && <input type="hidden" name="status" value={status} />}
      <div class="search-box">
        <label class="spoken" for="q">
          {t.search}
        </label>
        <input
          id="q"
          name="q"
          type="search"
          value={q ?? ''}
          maxlength={100}
          autocomplete="off"
          spellcheck={false}
          autocapitalize="off"
          aria-describedby="q-hint"
        />
        <button class="button">
          {icons.search}
          <span>{t.search}</span>
        </button>
        {isNarrow && <LinkButton tone="quiet" href={bare} label={t.clear} />}
      </div>
      <p id="q-hint" class="hint">
        {seek}
      </p>
      {renderPanel(asked, faults, count, { hasPayers, completed }, t)}
    </form>
  );
}

function renderPanel(
  asked: Typed,
  faults: readonly FilterField[],
  count: number,
  { hasPayers, completed }: { readonly hasPayers: boolean; readonly completed: string },
  t: ListTexts,
) {
  const field = (name: (typeof folded)[number]) => renderField(name, asked, faults, t);
  const check = (name: 'review' | 'payer' | 'slip', value: string) => (
    <label class="choice">
      <input type="checkbox" name={name} value={value} checked={asked[name] !== undefined} />
      {t[name]}
    </label>
  );
  return (
    <details class="more" open={count > 0}>
      <summary>
        {icons.filter} <span>{t.filters}</span>
        {count !== 0 && <span class="badge wait">{count}</span>}
      </summary>
      <div class="filter-panel">
        <fieldset>
          <legend>{t.date}</legend>
          <Select
            name="by"
            label={t.by}
            value={asked.by ?? ''}
            options={[
              { value: '', label: completed },
              { value: 'created', label: t.created },
            ]}
          />
          {field('from')}
          {field('until')}
        </fieldset>
        <fieldset>
          <legend>{t.amount}</legend>
          {field('min')}
          {field('max')}
        </fieldset>
        {check('review', 'open')}
        {hasPayers && [check('payer', 'other'), check('slip', 'other')]}
        <div class="press">
          <button class="button strong">{t.apply}</button>
        </div>
      </div>
    </details>
  );
}

function renderField(
  name: (typeof folded)[number],
  asked: Typed,
  faults: readonly FilterField[],
  t: ListTexts,
) {
  const isDay = name === 'from' || name === 'until';
  const isAtFault = faults.includes(name);
  const kind = isDay
    ? ({ type: 'date' } as const)
    : ({ type: 'text', inputmode: 'decimal', placeholder: '฿' } as const);
  return (
    <div class="field">
      <label for={name}>{t[name]}</label>
      <input
        id={name}
        name={name}
        {...kind}
        value={asked[name] ?? ''}
        maxlength={30}
        autocomplete="off"
        aria-invalid={isAtFault ? 'true' : undefined}
        aria-describedby={isAtFault ? `${name}-fault` : undefined}
      />
      {isAtFault && (
        <p id={`${name}-fault`} class="fault">
          {isDay ? t.dayFault : t.amountFault}
        </p>
      )}
    </div>
  );
}

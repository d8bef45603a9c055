import { html, type Html } from '../../lib/html';
import type { PageContext, Refusal, SignedInContext } from './screen';
import type { CommonTexts } from './texts';

/** Anti-CSRF field. */
export const FORM_TOKEN = 'form_token';

export const tokenField = ({ formToken }: Pick<SignedInContext, 'formToken'>): Html =>
  html`<input type="hidden" name="${FORM_TOKEN}" value="${formToken}">`;

/** A hidden account name beside a password field, for the browser's password manager. */
export const usernameField = (email: string): Html =>
  html`<input type="email" name="username" autocomplete="username" readonly hidden
    value="${email}">`;

const refusalText = (t: CommonTexts, { code, waitSeconds }: Refusal): string =>
  waitSeconds === null ? (t.problems[code] ?? t.problem) : t.tryAgainIn(waitSeconds);

/** The field with the digest of the object as the form showed it. */
const DIGEST = 'digest';

/** A refused form keeps its digest, because it keeps the values that belong to it. */
export const digestField = (refusal: Refusal | null, digest: string): Html =>
  html`<input type="hidden" name="${DIGEST}" value="${refusal?.values[DIGEST] ?? digest}">`;

export interface Field {
  readonly name: string;
  readonly label: string;
  readonly type?: 'text' | 'email' | 'password' | 'url' | 'search';
  readonly value?: string;
  readonly hint?: string;
  readonly autocomplete?: string;
  readonly lengthMax?: number;
  readonly optional?: boolean;
  readonly autofocus?: boolean;
  /** Describes a valid value; replaces the text of Problem `invalid_request`. */
  readonly rule?: string;
  readonly numeric?: boolean;
  /** Rows of a textarea; absent: an input. */
  readonly lines?: number;
}

export function field({ t }: Pick<PageContext, 't'>, refusal: Refusal | null, asked: Field): Html {
  const { name, label, type = 'text', hint } = asked;
  const isAtFault = refusal !== null && refusal.param === name;
  const value = type === 'password' ? '' : (refusal?.values[name] ?? asked.value ?? '');
  const about = [
    ...(hint === undefined ? [] : [`${name}-hint`]),
    ...(isAtFault ? [`${name}-fault`] : []),
  ];
  const isFocused = isAtFault || (refusal === null && asked.autofocus === true);
  const attributes = html`id="${name}" name="${name}" maxlength="${asked.lengthMax ?? 200}"
    autocomplete="${asked.autocomplete ?? 'off'}"${
      asked.optional === true ? null : html` required`
    }${about.length === 0 ? null : html` aria-describedby="${about.join(' ')}"`}${
      isAtFault ? html` aria-invalid="true"` : null
    }${isFocused ? html` autofocus` : null}${
      type === 'email' || type === 'url' ? html` spellcheck="false" autocapitalize="off"` : null
    }${asked.numeric === true ? html` inputmode="decimal"` : null}`;
  return html`<div class="field">
  <label for="${name}">${label}${
    asked.optional === true ? html` <span class="soft">${t.optional}</span>` : null
  }</label>
  ${
    asked.lines === undefined
      ? html`<input type="${type}" value="${value}" ${attributes}>`
      : html`<textarea rows="${asked.lines}" ${attributes}>${value}</textarea>`
  }
  ${hint === undefined ? null : html`<p id="${name}-hint" class="hint">${hint}</p>`}
  ${isAtFault ? renderFault(t, refusal, asked) : null}
</div>`;
}

function renderFault(t: CommonTexts, refusal: Refusal, { name, rule }: Field): Html {
  const isNamed = rule !== undefined && refusal.code === 'invalid_request';
  const text = isNamed ? rule : refusalText(t, refusal);
  return html`<p id="${name}-fault" class="fault">${text}</p>`;
}

export interface Choice {
  readonly value: string;
  readonly label: string;
  readonly hint?: string;
}

export function choices(
  asked: { readonly name: string; readonly label: string; readonly value: string },
  options: readonly Choice[],
): Html {
  const { name } = asked;
  const option = ({ value, label, hint }: Choice) => html`<label class="choice">
    <input type="radio" name="${name}" value="${value}" required${
      value === asked.value ? html` checked` : null
    }>
    <span><strong>${label}</strong>${
      hint === undefined ? null : html`<span class="hint">${hint}</span>`
    }</span></label>`;
  return html`<fieldset class="choices"><legend>${asked.label}</legend>
  ${options.map(option)}</fieldset>`;
}

/** Null if a field of the form shows the error itself. */
export function formFault(
  { t }: Pick<PageContext, 't'>,
  refusal: Refusal | null,
  fields: readonly string[],
): Html | null {
  if (refusal === null || (refusal.param !== null && fields.includes(refusal.param))) return null;
  return html`<p class="notice bad" role="alert">${refusalText(t, refusal)}</p>`;
}

export function actionButton(
  context: Pick<SignedInContext, 'formToken'>,
  action: string,
  label: string,
  { variant = 'quiet', about = '' }: { readonly variant?: string; readonly about?: string } = {},
): Html {
  return html`<form method="post" action="${action}" class="inline">${tokenField(context)}
  <button class="button ${variant}">${label}${
    about === '' ? null : html`<span class="spoken"> ${about}</span>`
  }</button></form>`;
}

export function confirmButton(
  context: Pick<SignedInContext, 'formToken'>,
  action: string,
  asked: {
    readonly label: string;
    readonly question: string;
    readonly confirm: string;
    readonly about: string;
    readonly fields?: Readonly<Record<string, string>>;
    /** A check box, initially checked. */
    readonly option?: { readonly name: string; readonly label: string } | null;
  },
): Html {
  const { option = null, fields = {} } = asked;
  const hidden = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  return html`<details class="confirm"><summary class="button quiet">${asked.label}
    <span class="spoken"> ${asked.about}</span></summary>
  <form method="post" action="${action}">${tokenField(context)}${hidden}<p>${asked.question}</p>
    ${option === null ? null : checkedBox(option)}
    <button class="button danger">${asked.confirm}<span class="spoken"> ${asked.about}</span>
    </button></form></details>`;
}

const checkedBox = ({ name, label }: { readonly name: string; readonly label: string }): Html =>
  html`<label class="choice"><input type="checkbox" name="${name}" value="on" checked>
    <span>${label}</span></label>`;

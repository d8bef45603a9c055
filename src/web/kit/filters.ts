import { html, type Html } from '../../lib/html';
import type { PageContext } from './screen';

export interface Option {
  readonly value: string;
  readonly label: string;
}

interface Named {
  readonly name: string;
  readonly label: string;
  /** Empty: no filter. */
  readonly value: string;
}

interface OneOf extends Named {
  readonly options: readonly Option[];
  readonly all: string;
}

interface Typed extends Named {
  readonly hint: string;
  readonly lengthMax: number;
}

export type FilterField = OneOf | Typed;

export function filterForm(
  { t, path }: Pick<PageContext, 't' | 'path'>,
  label: string,
  fields: readonly FilterField[],
): Html {
  const isFiltered = fields.some(({ value }) => value !== '');
  return html`<form method="get" action="${path}" class="filters" role="search"
  aria-label="${label}">${fields.map(renderField)}
  <div class="presses"><button class="button">${t.show}</button>
  ${isFiltered ? html`<a class="button quiet" href="${path}">${t.showAll}</a>` : null}</div>
</form>`;
}

const renderField = (field: FilterField): Html => html`<div class="field">
  <label for="by-${field.name}">${field.label}</label>
  ${'options' in field ? renderSelect(field) : renderInput(field)}</div>`;

function renderSelect(field: OneOf): Html {
  const option = ({ value, label }: Option) =>
    html`<option value="${value}"${
      value === field.value ? html` selected` : null
    }>${label}</option>`;
  return html`<select id="by-${field.name}" name="${field.name}">
    ${[{ value: '', label: field.all }, ...field.options].map(option)}</select>`;
}

const renderInput = (field: Typed): Html =>
  html`<input id="by-${field.name}" name="${field.name}" type="search" value="${field.value}"
    placeholder="${field.hint}" maxlength="${field.lengthMax}" autocomplete="off"
    spellcheck="false" autocapitalize="off">`;

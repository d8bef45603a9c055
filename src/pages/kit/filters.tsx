import { usePage } from './page-context';
import { LinkButton } from './parts';

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

interface FilterFormProps {
  readonly label: string;
  readonly fields: readonly FilterField[];
}
export function FilterForm({ label, fields }: FilterFormProps) {
  const { t, path } = usePage();
  const isFiltered = fields.some(({ value }) => value !== '');
  return (
    <form method="get" action={path} class="filters" role="search" aria-label={label}>
      {fields.map((field) => (
        <div class="field">
          <label for={`by-${field.name}`}>{field.label}</label>
          {'options' in field ? renderSelect(field) : renderInput(field)}
        </div>
      ))}
      <div class="presses">
        <button class="button">{t.show}</button>
        {isFiltered && <LinkButton tone="quiet" href={path} label={t.showAll} />}
      </div>
    </form>
  );
}

const renderSelect = ({ name, value, all, options }: OneOf) => (
  <select id={`by-${name}`} name={name} value={value}>
    {[{ value: '', label: all }, ...options].map((option) => (
      <option value={option.value}>{option.label}</option>
    ))}
  </select>
);

const renderInput = ({ name, value, hint, lengthMax }: Typed) => (
  <input
    id={`by-${name}`}
    name={name}
    type="search"
    value={value}
    placeholder={hint}
    maxlength={lengthMax}
    autocomplete="off"
    spellcheck={false}
    autocapitalize="off"
  />
);

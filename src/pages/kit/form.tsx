import { type ComponentChildren, createContext, toChildArray } from 'preact';
import { useContext } from 'preact/hooks';
import { usePage } from './page-context';
import { buttonClass, type ButtonTone, Notice, Spoken } from './parts';
import type { Refusal } from './screen';
import type { CommonTexts } from './texts';

/** Anti-CSRF field. */
export const FORM_TOKEN = 'form_token';

/** The refusal of the form around a field. */
const FormRefusal = createContext<Refusal | null>(null);

interface FormProps {
  readonly action: string;
  /** Null for a form that was not refused; absent where the page shows the error itself. */
  readonly refusal?: Refusal | null;
  readonly class?: string;
  /** The form sends a file. */
  readonly upload?: boolean;
  readonly children?: ComponentChildren;
}

/** A POST form, with the token of the session if the page has one. */
export const Form = ({
  action,
  refusal = null,
  class: name = 'fields',
  upload = false,
  children,
}: FormProps) => (
  <>
    <FormFault refusal={refusal} fields={fieldNames(children)} />
    <form
      method="post"
      action={action}
      class={name === '' ? undefined : name}
      enctype={upload ? 'multipart/form-data' : undefined}>
      <FormToken />
      <FormRefusal.Provider value={refusal}>{children}</FormRefusal.Provider>
    </form>
  </>
);

function FormToken() {
  const { formToken } = usePage();
  return formToken === undefined ? null : (
    <input type="hidden" name={FORM_TOKEN} value={formToken} />
  );
}

/** The names of the fields in a form, which show their errors themselves. */
const fieldNames = (children: ComponentChildren): string[] =>
  toChildArray(children).flatMap((child) => {
    if (typeof child !== 'object') return [];
    const props = child.props as { readonly name: string; readonly children?: ComponentChildren };
    return child.type === Field ? [props.name] : fieldNames(props.children);
  });

interface FormFaultProps {
  readonly refusal: Refusal | null;
  readonly fields?: readonly string[];
}
/** Nothing if one of the fields shows the error itself. */
export function FormFault({ refusal, fields = [] }: FormFaultProps) {
  const { t } = usePage();
  if (refusal === null || (refusal.param !== null && fields.includes(refusal.param))) return null;
  return <Notice tone="bad" role="alert" text={refusalText(t, refusal)} />;
}

const refusalText = (t: CommonTexts, { code, waitSeconds }: Refusal): string =>
  waitSeconds === null ? (t.problems[code] ?? t.problem) : t.tryAgainIn(waitSeconds);

/** A hidden account name beside a password field, for the browser's password manager. */
export const Username = ({ email }: { readonly email: string }) => (
  <input type="email" name="username" autocomplete="username" readonly hidden value={email} />
);

/** The field with the digest of the object as the form showed it. */
const DIGEST = 'digest';

/** A refused form keeps its digest, because it keeps the values that belong to it. */
export const Digest = ({ refusal, digest }: { refusal: Refusal | null; digest: string }) => (
  <input type="hidden" name={DIGEST} value={refusal?.values[DIGEST] ?? digest} />
);

export interface FieldProps {
  readonly name: string;
  readonly label: string;
  readonly type?: 'text' | 'email' | 'password' | 'url' | 'search';
  readonly value?: string;
  readonly hint?: string;
  readonly autocomplete?: string;
  readonly lengthMax?: number;
  readonly optional?: boolean;
  readonly autofocus?: boolean;
  /** Describes a valid value; replaces the texts of `ruled`. */
  readonly rule?: string;
  readonly numeric?: boolean;
  /** Rows of a textarea; absent: an input. */
  readonly lines?: number;
  /** Absent: that of the form. */
  readonly refusal?: Refusal | null;
}

type Wording = Pick<FieldProps, 'label' | 'hint' | 'rule'>;

/** The texts of a field: for `taxId` those named `taxId`, `taxIdHint` and `taxIdRule`, if any. */
export function worded<Name extends string>(
  t: { readonly [Key in Name]: string },
  name: Name,
): Wording {
  const texts: Readonly<Record<string, unknown>> = t;
  const of = (key: 'hint' | 'rule', ending: string) => {
    const text = texts[`${name}${ending}`];
    return typeof text === 'string' ? { [key]: text } : {};
  };
  return { label: t[name], ...of('hint', 'Hint'), ...of('rule', 'Rule') };
}

const ruled: ReadonlySet<string> = new Set(['invalid_request', 'invalid_url', 'invalid_metadata']);

export function Field(props: FieldProps) {
  const { t } = usePage();
  const ofForm = useContext(FormRefusal);
  const { name, label, type = 'text', hint, optional = false, lines, refusal = ofForm } = props;
  const isAtFault = refusal !== null && refusal.param === name;
  const about = [
    ...(hint === undefined ? [] : [`${name}-hint`]),
    ...(isAtFault ? [`${name}-fault`] : []),
  ];
  const isAddress = type === 'email' || type === 'url';
  const attributes = {
    id: name,
    name,
    value: type === 'password' ? '' : (refusal?.values[name] ?? props.value ?? ''),
    maxlength: props.lengthMax ?? 200,
    autocomplete: props.autocomplete ?? 'off',
    required: !optional,
    'aria-describedby': about.length === 0 ? undefined : about.join(' '),
    'aria-invalid': isAtFault ? ('true' as const) : undefined,
    autofocus: isAtFault || (refusal === null && props.autofocus === true),
    ...(isAddress ? { spellcheck: false, autocapitalize: 'off' as const } : {}),
    ...(props.numeric === true ? { inputmode: 'decimal' as const } : {}),
  };
  return (
    <div class="field">
      <label for={name}>
        {label}
        {optional && <span class="soft"> {t.optional}</span>}
      </label>
      {lines === undefined ? (
        <input type={type} {...attributes} />
      ) : (
        <textarea rows={lines} {...attributes} />
      )}
      {hint !== undefined && (
        <p id={`${name}-hint`} class="hint">
          {hint}
        </p>
      )}
      {isAtFault && (
        <p id={`${name}-fault`} class="fault">
          {props.rule !== undefined && ruled.has(refusal.code)
            ? props.rule
            : refusalText(t, refusal)}
        </p>
      )}
    </div>
  );
}

interface FileFieldProps {
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  /** Media types. */
  readonly accept: string;
}
export const FileField = ({ name, label, hint, accept }: FileFieldProps) => (
  <div class="field">
    <label for={name}>{label}</label>
    <input
      type="file"
      id={name}
      name={name}
      accept={accept}
      aria-describedby={`${name}-hint`}
      required
    />
    <p id={`${name}-hint`} class="hint">
      {hint}
    </p>
  </div>
);

export interface Choice {
  readonly value: string;
  readonly label: string;
  readonly hint?: string;
}

interface ChoicesProps {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly options: readonly Choice[];
}
export const Choices = ({ name, label: legend, value: chosen, options }: ChoicesProps) => (
  <fieldset class="choices">
    <legend>{legend}</legend>
    {options.map(({ value, label, hint }) => (
      <label class="choice">
        <input type="radio" name={name} value={value} required checked={value === chosen} />
        <span>
          <strong>{label}</strong>
          {hint !== undefined && <span class="hint">{hint}</span>}
        </span>
      </label>
    ))}
  </fieldset>
);

interface SelectProps {
  readonly name: string;
  readonly label: string;
  /** Absent: the first option. */
  readonly value: string | undefined;
  readonly options: readonly Pick<Choice, 'value' | 'label'>[];
}
export const Select = ({ name, label: title, value: chosen, options }: SelectProps) => (
  <div class="field">
    <label for={name}>{title}</label>
    <select id={name} name={name}>
      {options.map(({ value, label }) => (
        <option value={value} selected={value === chosen}>
          {label}
        </option>
      ))}
    </select>
  </div>
);

interface ButtonProps {
  readonly label: string;
  readonly tone?: ButtonTone;
  /** What the button concerns, read by screen readers only. */
  readonly about?: string | undefined;
}

const Button = ({ label, tone = 'plain', about }: ButtonProps) => (
  <button class={buttonClass(tone)}>
    {label}
    {about !== undefined && <Spoken>{about}</Spoken>}
  </button>
);

/** The last row of a form. */
export const Submit = ({ tone = 'strong', ...rest }: ButtonProps) => (
  <div>
    <Button tone={tone} {...rest} />
  </div>
);

interface ActionButtonProps extends ButtonProps {
  readonly action: string;
  readonly fields?: Readonly<Record<string, string>> | undefined;
}
/** A form that is one button. */
export const ActionButton = ({ action, fields, tone = 'quiet', ...rest }: ActionButtonProps) => (
  <Form action={action} class="inline">
    <HiddenFields fields={fields} />
    <Button tone={tone} {...rest} />
  </Form>
);

interface ConfirmProps extends ActionButtonProps {
  readonly question?: string;
  /** The label of the button that submits; absent: `label`. */
  readonly confirm?: string;
  /** A check box, initially checked. */
  readonly option?: { readonly name: string; readonly label: string } | null;
  readonly children?: ComponentChildren;
}

/** A button that opens a form with a question or with fields. */
export function Confirm(props: ConfirmProps) {
  const { action, label, about, fields, question, confirm = label, tone = 'danger' } = props;
  return (
    <details class="confirm">
      <summary class="button quiet">
        {label}
        {about !== undefined && <Spoken>{about}</Spoken>}
      </summary>
      <Form action={action} class="">
        <HiddenFields fields={fields} />
        {question !== undefined && <p>{question}</p>}
        {props.children}
        {props.option && (
          <label class="choice">
            <input type="checkbox" name={props.option.name} value="on" checked />
            <span>{props.option.label}</span>
          </label>
        )}
        <Button label={confirm} tone={tone} about={about} />
      </Form>
    </details>
  );
}

const HiddenFields = ({ fields = {} }: Pick<ActionButtonProps, 'fields'>) => (
  <>
    {Object.entries(fields).map(([name, value]) => (
      <input type="hidden" name={name} value={value} />
    ))}
  </>
);

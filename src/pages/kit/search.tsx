interface SearchFormProps {
  readonly path: string;
  readonly word: string;
  readonly label: string;
  readonly hint: string;
  readonly press: string;
  readonly keep?: Readonly<Record<string, string>>;
}

export const SearchForm = ({ path, word, label, hint, press, keep = {} }: SearchFormProps) => (
  <form method="get" action={path} role="search" class="lookup">
    {Object.entries(keep).map(([name, value]) => (
      <input type="hidden" name={name} value={value} />
    ))}
    <div class="field">
      <label for="q">{label}</label>
      <input
        id="q"
        name="q"
        type="search"
        value={word}
        maxlength={100}
        autocomplete="off"
        spellcheck={false}
        aria-describedby="q-hint"
      />
      <p id="q-hint" class="hint">
        {hint}
      </p>
    </div>
    <button class="button">{press}</button>
  </form>
);

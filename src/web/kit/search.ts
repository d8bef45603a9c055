import { html, type Html } from '../../lib/html';

export const searchForm = (asked: {
  readonly path: string;
  readonly word: string;
  readonly label: string;
  readonly hint: string;
  readonly press: string;
  readonly keep?: Readonly<Record<string, string>>;
}): Html => html`<form method="get" action="${asked.path}" role="search" class="lookup">
  ${Object.entries(asked.keep ?? {}).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )}
  <div class="field"><label for="q">${asked.label}</label>
    <input id="q" name="q" type="search" value="${asked.word}" maxlength="100" autocomplete="off"
      spellcheck="false" aria-describedby="q-hint">
    <p id="q-hint" class="hint">${asked.hint}</p></div>
  <button class="button">${asked.press}</button></form>`;

import { escapeHtml } from './html.mjs';

const nameOf = (schema) => schema?.$ref?.split('/').at(-1);
const code = (value) => `<code>${escapeHtml(String(value))}</code>`;

/** Renders the fields of schemas in a language. `text` translates and renders a description. */
export class Fields {
  constructor({ references, texts, text }) {
    this.references = references;
    this.texts = texts;
    this.text = text;
  }

  linkTo(name) {
    return `<a href="${this.references.get(name)}">${name}</a>`;
  }

  /** Empty for a schema without a name. */
  linkOf(schema) {
    const name = nameOf(schema);
    return name === undefined ? '' : this.linkTo(name);
  }

  /** Of the properties of a schema. `anchor` begins the ids of its fields. */
  listOf(schema, anchor, isRequest = false) {
    const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => ({
      name,
      schema: field,
      required: isRequest && (schema.required ?? []).includes(name),
      description: field.description,
      anchor: `${anchor}.${name}`,
    }));
    return this.rows(fields);
  }

  rows(fields) {
    return `<dl class="fields">${fields.map((field) => this.row(field)).join('')}</dl>`;
  }

  row({ name, schema, required, description = '', anchor }) {
    const limits = this.limitsOf(schema).map((limit) => `<span class="limit">${limit}</span>`);
    const inner = schema.properties === undefined ? (schema.items ?? schema) : schema;
    const nested = inner.properties ? this.listOf(inner, anchor) : '';
    const mark = required ? ` <b class="must">${this.texts.required}</b>` : '';
    return (
      `<div id="${anchor}"><dt><code>${name}</code> ` +
      `<span class="type">${this.typeOf(schema)}</span>${mark}</dt>` +
      `<dd>${this.text(description)} ${limits.join(' ')}${nested}</dd></div>`
    );
  }

  typeOf(schema) {
    const { orNull, arrayOf } = this.texts;
    if (nameOf(schema) !== undefined) return this.linkOf(schema);
    if (schema.anyOf?.some(({ type }) => type === 'null')) {
      const others = schema.anyOf.filter(({ type }) => type !== 'null');
      return `${others.map((other) => this.typeOf(other)).join(' / ')} ${orNull}`;
    }
    const types = [schema.type ?? 'any'].flat();
    const known = types.filter((type) => type !== 'null');
    const shown = known.map((type) =>
      type === 'array' ? `${arrayOf} ${this.typeOf(schema.items)}` : type,
    );
    const format = schema.format === undefined ? '' : ` <i>${schema.format}</i>`;
    return `${shown.join(' / ')}${format}${types.length > known.length ? ` ${orNull}` : ''}`;
  }

  limitsOf(schema) {
    const { oneOf, from, until, default: otherwise } = this.texts;
    const several = schema.enum ?? schema.items?.enum ?? [];
    const values = (schema.const === undefined ? several : [schema.const]).filter(
      (value) => value !== null,
    );
    const range = [
      schema.minimum === undefined ? '' : `${from} ${code(schema.minimum)}`,
      schema.maximum === undefined ? '' : `${until} ${code(schema.maximum)}`,
    ].filter(Boolean);
    return [
      values.length === 0 ? '' : `${oneOf}: ${values.map(code).join(' ')}`,
      range.join(' '),
      schema.default === undefined ? '' : `${otherwise}: ${code(schema.default)}`,
    ].filter(Boolean);
  }
}

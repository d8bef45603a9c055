// Writes JSON values as literals of the clients' languages, formatted as their formatters do.
const LINE_MAX = 72;

const single = (text) => `'${text.replace(/[\\']/g, '\\$&')}'`;
const plain = { true: 'true', false: 'false', null: 'null' };
const inside = (open, close) => ({ open, close });

/** By the name of the language in the map of the site. */
const forms = {
  TypeScript: {
    indent: 2,
    text: single,
    words: plain,
    object: { ...inside('{', '}'), space: ' ', key: (name) => `${name}: ` },
    list: inside('[', ']'),
  },
  PHP: {
    indent: 4,
    text: single,
    words: plain,
    object: { ...inside('[', ']'), key: (name) => `${single(name)} => ` },
    list: inside('[', ']'),
  },
  Python: {
    indent: 4,
    text: JSON.stringify,
    words: { true: 'True', false: 'False', null: 'None' },
    object: { ...inside('{', '}'), key: (name) => `${JSON.stringify(name)}: ` },
    list: inside('[', ']'),
  },
};

/** `depth` is that of the line on which the value begins, `before` the text in front of it. */
export function literal(value, language, { depth = 0, before = '' } = {}) {
  const form = forms[language];
  if (typeof value === 'string') return form.text(value);
  if (typeof value === 'number') return String(value);
  if (value === null || typeof value === 'boolean') return form.words[String(value)];
  const { open, close, space = '', key } = Array.isArray(value) ? form.list : form.object;
  const parts = Object.entries(value).map(([name, each]) => {
    const label = key?.(name) ?? '';
    return label + literal(each, language, { depth: depth + 1, before: label });
  });
  const line = `${open}${space}${parts.join(', ')}${space}${close}`;
  const width = depth * form.indent + before.length + line.length;
  if (width <= LINE_MAX && !line.includes('\n')) return line;
  const margin = ' '.repeat(depth * form.indent);
  const inner = margin + ' '.repeat(form.indent);
  return `${open}\n${parts.map((part) => `${inner}${part},\n`).join('')}${margin}${close}`;
}

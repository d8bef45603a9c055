// Writes the wire types as TypeScript's interfaces. Node modules only.

const COLUMNS = 100;

const head = [
  '// Requests, responses and events as they are on the wire. Amounts are in baht, with up to two',
  '// decimals. Times are ISO 8601 texts in UTC. Written by `npm run client:types` from',
  '// docs/openapi.json.',
  '',
  'export type Metadata = Readonly<Record<string, unknown>>;',
  '',
].join('\n');

export function typescriptTypes({ types, events }) {
  // The union of the events is written by hand, in events.ts.
  const written = types.filter(({ name }) => name !== 'Event' && name !== 'EventPage');
  const names = events.flatMap((event) => event.names).filter((name) => name !== 'webhook.ping');
  const isKnown = types.some(({ name }) => name === 'EventName');
  return [
    head,
    ...(isKnown ? [] : [declaration({ name: 'EventName', literals: names })]),
    ...written.map(declaration),
  ].join('\n');
}

function declaration({ name, doc = null, fields, literals, input }) {
  if (literals !== undefined) return `export type ${name} =${unionOf(literals)};\n`;
  const lines = fields.flatMap((field) => [
    ...(field.doc === null ? [] : comment(field.doc, '  ')),
    `  ${fieldName(field.name)}${field.isRequired ? '' : '?'}: ${fieldType(field, input)};`,
  ]);
  const about = doc === null ? [] : comment(doc, '');
  const body = lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n}`;
  return `${[...about, `export interface ${name} ${body}`].join('\n')}\n`;
}

const fieldName = (name) => (/^\w+$/.test(name) ? name : JSON.stringify(name));

function fieldType({ type, isRequired }, input) {
  const parts = [typeText(type), ...(isRequired ? [] : ['undefined'])];
  return input && isRequired ? parts[0] : parts.join(' | ');
}

function typeText(type) {
  const plain = plainText(type);
  return type.nullable === true ? `${plain} | null` : plain;
}

function plainText({ ref, list, literals, kind }) {
  if (ref !== undefined) return ref;
  if (list !== undefined) {
    const item = typeText(list);
    return item.includes('|') ? `(${item})[]` : `${item}[]`;
  }
  if (literals !== undefined) return literals.map(written).join(' | ');
  return {
    string: 'string',
    integer: 'number',
    number: 'number',
    boolean: 'boolean',
    map: 'Metadata',
    empty: 'Record<string, never>',
    moment: 'string | Date',
    null: 'null',
  }[kind];
}

const written = (value) => (typeof value === 'string' ? `'${value}'` : String(value));

const unionOf = (literals) => literals.map((value) => `\n  | ${written(value)}`).join('');

function comment(doc, indent) {
  const words = doc.replaceAll('*/', '*').replace(/\s+/g, ' ').split(' ');
  const line = `${indent}/** ${words.join(' ')} */`;
  if (line.length <= COLUMNS) return [line];
  const lines = [];
  for (const word of words) {
    const longer = `${lines.at(-1) ?? ''} ${word}`;
    if (lines.length > 0 && longer.length <= COLUMNS) lines[lines.length - 1] = longer;
    else lines.push(`${indent} * ${word}`);
  }
  return [`${indent}/**`, ...lines, `${indent} */`];
}

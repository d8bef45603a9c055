// Writes the wire types as Python's TypedDicts. Node modules only.

const COLUMNS = 100;
const keywords = new Set(['from', 'import', 'class', 'in', 'is', 'not', 'pass', 'global']);

const head = `"""Requests, responses and events as they are on the wire.

Written by \`npm run client:types\` from docs/openapi.json. Amounts are in baht: \`int\`, or
\`Decimal\` with up to two decimals. Times are ISO 8601 text in UTC.
"""

import datetime
from decimal import Decimal
from typing import Any, Literal, Union

from ._compatibility import NotRequired, TypedDict

#: An amount of a response.
Baht = Union[int, Decimal]
#: An amount of a request: a float is sent as it is printed.
Amount = Union[int, float, Decimal]
#: A day in Bangkok or a point in time, also as text.
Moment = Union[str, datetime.date, datetime.datetime]
`;

export function pythonTypes({ types, events }) {
  const parts = types
    .filter(({ name }) => name !== 'Event' && name !== 'EventPage')
    .map(declaration);
  const page = types.find(({ name }) => name === 'EventPage');
  const merchants = events.filter(({ content }) => content !== null).map(({ title }) => title);
  return [
    head,
    ...parts,
    ...events.map(eventClass),
    `#: An event of the event list.\n${union('Event', merchants)}`,
    `#: The body of a webhook request. The type of its \`data\` depends on its \`event\`.\n` +
      union('SaphanEvent', ['Event', 'PingEvent']),
    declaration(page),
  ].join('\n\n');
}

function declaration({ name, doc, fields, literals, input }) {
  if (literals !== undefined) return `${name} = ${literalOf(literals, '')}\n`;
  if (fields.some((field) => keywords.has(field.name))) return functional({ name, fields, input });
  const lines = fields.flatMap((field) => [
    `    ${field.name}: ${fieldType(field, input)}`,
    ...(field.doc === null ? [] : docstring(field.doc)),
  ]);
  const about = doc === null ? [] : docstring(doc);
  const body = [...about, ...(lines.length === 0 ? ['    pass'] : lines)];
  return `class ${name}(TypedDict):\n${body.join('\n')}\n`;
}

/** For a field whose name is a keyword. */
function functional({ name, fields, input }) {
  const lines = fields.map((field) => `        "${field.name}": ${fieldType(field, input)},`);
  return `${name} = TypedDict(\n    "${name}",\n    {\n${lines.join('\n')}\n    },\n)\n`;
}

function fieldType({ type, isRequired }, input) {
  const text = typeText(type, input);
  if (isRequired) return text;
  if (!text.includes('\n')) return `NotRequired[${text}]`;
  return `NotRequired[\n        ${text.replaceAll('\n', '\n    ')}\n    ]`;
}

function typeText(type, input) {
  const plain = plainText(type, input);
  return type.nullable === true ? `${plain} | None` : plain;
}

function plainText({ ref, list, literals, kind }, input) {
  if (ref !== undefined) return ref;
  if (list !== undefined) return `list[${typeText(list, input)}]`;
  if (literals !== undefined) return literalOf(literals, '    ');
  return {
    string: 'str',
    integer: 'int',
    number: input ? 'Amount' : 'Baht',
    boolean: 'bool',
    map: 'dict[str, Any]',
    empty: 'dict[str, Any]',
    moment: 'Moment',
    null: 'None',
  }[kind];
}

const written = (value) =>
  ({ true: 'True', false: 'False' })[String(value)] ?? JSON.stringify(value);

function literalOf(values, indent) {
  const items = values.map(written);
  const line = `Literal[${items.join(', ')}]`;
  if (line.length <= COLUMNS - 40) return line;
  const lines = items.map((item) => `${indent}    ${item},\n`).join('');
  return `Literal[\n${lines}${indent}]`;
}

function eventClass({ title, content, names }) {
  const fields = [
    ['id', { kind: 'string' }, 'Identical each time this event is delivered.'],
    ['event', { literals: names }, null],
    ['data', content === null ? { kind: 'map' } : { ref: content }, null],
    ['timestamp', { kind: 'string' }, null],
    ['sequence', { kind: 'integer' }, 'Increases with each event of the same object.'],
  ];
  return declaration({
    name: title,
    doc: null,
    input: false,
    fields: fields.map(([name, type, doc]) => ({ name, type, doc, isRequired: true })),
  });
}

const union = (name, members) => {
  const line = `${name} = Union[${members.join(', ')}]`;
  if (line.length <= COLUMNS) return `${line}\n`;
  return `${name} = Union[\n${members.map((member) => `    ${member},\n`).join('')}]\n`;
};

function docstring(doc) {
  const text = doc.replaceAll('\\', '\\\\').replaceAll('"""', "'''").replace(/\s+/g, ' ');
  const words = text.split(' ');
  const lines = ['"""'];
  for (const word of words) {
    const line = lines.at(-1);
    const next = line === '"""' ? `"""${word}` : `${line} ${word}`;
    if (next.length + 4 <= COLUMNS - 3) lines[lines.length - 1] = next;
    else lines.push(word);
  }
  if (lines.length === 1) return [`    ${lines[0]}"""`];
  return [...lines.map((line) => `    ${line}`), '    """'];
}

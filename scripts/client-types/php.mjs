// Writes the wire types as PHPStan's array shapes, which editors read too. Node modules only.

const COLUMNS = 100;

const head = `<?php

declare(strict_types=1);

namespace Saphan;

/**
 * Requests, responses and events as they are on the wire, for static analysis and editors.
 *
 * Written by \`npm run client:types\` from docs/openapi.json. Amounts are in baht, with up to two
 * decimals. Times are ISO 8601 text in UTC.
 *
`;

const tail = ` */
interface Types
{
}
`;

export function phpTypes({ types, events }) {
  const plain = types.filter(({ name }) => name !== 'Event' && name !== 'EventPage');
  const page = types.find(({ name }) => name === 'EventPage');
  const merchants = events.filter(({ content }) => content !== null).map(({ title }) => title);
  const declarations = [
    ...plain.map(declaration),
    ...events.map(eventShape),
    alias('Event', merchants.join('|')),
    alias('SaphanEvent', 'Event|PingEvent'),
    declaration(page),
  ];
  return head + declarations.join(' *\n') + tail;
}

const alias = (name, text) => ` * @phpstan-type ${name} ${text}\n`;

function declaration({ name, fields, literals }) {
  if (literals !== undefined) return alias(name, literals.map(written).join('|'));
  return shape(
    name,
    fields.flatMap(({ name: field, type, isRequired, doc }) => [
      ...(doc === null ? [] : comment(doc)),
      ` *     ${field}${isRequired ? '' : '?'}: ${typeText(type)},`,
    ]),
  );
}

const shape = (name, lines) => ` * @phpstan-type ${name} array{\n${lines.join('\n')}\n * }\n`;

function eventShape({ title, content, names }) {
  return shape(title, [
    ' *     id: string,',
    ` *     event: ${names.map(written).join('|')},`,
    ` *     data: ${content ?? 'array<string, mixed>'},`,
    ' *     timestamp: string,',
    ' *     sequence: int,',
  ]);
}

const typeText = (type) => (type.nullable === true ? `${plainText(type)}|null` : plainText(type));

function plainText({ ref, list, literals, kind }) {
  if (ref !== undefined) return ref;
  if (list !== undefined) return `list<${typeText(list)}>`;
  if (literals !== undefined) return literals.map(written).join('|');
  return {
    string: 'string',
    integer: 'int',
    number: 'int|float',
    boolean: 'bool',
    map: 'array<string, mixed>',
    empty: 'array<string, mixed>',
    moment: 'string|\\DateTimeInterface',
    null: 'null',
  }[kind];
}

const written = (value) => (typeof value === 'string' ? `'${value}'` : JSON.stringify(value));

/** A comment inside of a shape is a line of its own. */
function comment(doc) {
  const lines = [' *     //'];
  for (const word of doc.replace(/\s+/g, ' ').replaceAll('*/', '* /').split(' ')) {
    const next = `${lines.at(-1)} ${word}`;
    if (next.length <= COLUMNS) lines[lines.length - 1] = next;
    else lines.push(` *     // ${word}`);
  }
  return lines;
}

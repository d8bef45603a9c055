// The samples of the reference: a call of each operation. A client has a method for each operation,
// named by its `operationId`, that takes the ids of the path, then the body or the query: the
// contract test of each client proves it. Tests run each of the samples.
import { literal } from './literals.mjs';
import { sampleLanguages } from './site-map.mjs';

const JSON_TYPE = 'application/json';
const BASE_URL = 'http://localhost:8080';
const KEY = 'sk_test_…';

const writers = { curl, TypeScript: typeScript, PHP: php, Python: python };

/** Of an operation by language, in the order of the tabs. */
export function samplesOf(operation) {
  const call = callOf(operation);
  return sampleLanguages.map((language) => ({ ...language, text: writers[language.name](call) }));
}

/** What the samples of an operation say, from its description. */
function callOf({ path, method, facts }) {
  const { operationId: name, parameters = [], requestBody, responses, security } = facts;
  const ids = parameters.filter((parameter) => parameter.in === 'path').map(placeholderOf);
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && parameter.example !== undefined)
    .map((parameter) => [parameter.name, parameter.example]);
  const [, success] = Object.entries(responses).find(([status]) => status < '300');
  const schema = success.content[JSON_TYPE]?.schema.$ref?.split('/').at(-1) ?? 'Result';
  const search = query.length === 0 ? '' : `?${new URLSearchParams(query)}`;
  const given = requestBody?.content[JSON_TYPE].example ?? Object.fromEntries(query);
  return {
    name,
    method: method.toUpperCase(),
    url: BASE_URL + path.replace(/\{\w+\}/g, () => ids[0]) + search,
    ids,
    /** The argument after the ids. */
    given: Object.keys(given).length === 0 ? null : given,
    body: requestBody?.content[JSON_TYPE].example,
    answer: schema[0].toLowerCase() + schema.slice(1),
    /** The clients have no method for what needs no key. */
    isPublic: security.length === 0,
  };
}

/** `pay_…` for an id with a prefix. */
function placeholderOf({ schema: { pattern } }) {
  const [, prefix] = /^\^([a-z]+_)/.exec(pattern) ?? [];
  return prefix === undefined ? 'ORDER_ID' : `${prefix}…`;
}

const snakeOf = (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function curl({ method, url, body, isPublic }) {
  const isImplied = method === 'GET' || (method === 'POST' && body !== undefined);
  const address = url.includes('?') ? `'${url}'` : url;
  const lines = [
    `curl -sS${isImplied ? '' : ` -X ${method}`} ${address}`,
    ...(isPublic ? [] : [`-H 'Authorization: Bearer ${KEY}'`]),
    ...(body === undefined
      ? []
      : ["-H 'Content-Type: application/json'", `-d '${shellText(JSON.stringify(body))}'`]),
  ];
  return `${lines.join(' \\\n  ')}\n`;
}

const shellText = (text) => text.replaceAll("'", "'\\''");

function typeScript({ name, url, ids, given, answer, isPublic }) {
  if (isPublic) {
    return `const response = await fetch('${url}');\nconsole.log(await response.text());\n`;
  }
  return `import { Saphan } from 'saphan';

const saphan = new Saphan({ apiKey: '${KEY}', baseUrl: '${BASE_URL}' });
${callOn('TypeScript', `const ${answer} = await saphan.${name}(`, ids, given)});
console.log(${answer});
`;
}

function php({ name, url, ids, given, answer, isPublic }) {
  if (isPublic) return `<?php\necho file_get_contents('${url}');\n`;
  return `<?php
require 'vendor/autoload.php';

use Saphan\\Saphan;

$saphan = Saphan::create('${KEY}', '${BASE_URL}');
${callOn('PHP', `$${answer} = $saphan->${name}(`, ids, given)});
print_r($${answer});
`;
}

function python({ name, url, ids, given, answer, isPublic }) {
  if (isPublic) return `import httpx\n\nprint(httpx.get("${url}").text)\n`;
  const result = snakeOf(answer);
  return `from saphan import Saphan

saphan = Saphan("${KEY}", base_url="${BASE_URL}")
${pythonCall(`${result} = saphan.${snakeOf(name)}(`, ids, given)})
print(${result})
`;
}

/** A literal of several lines begins a line of its own. */
function pythonCall(before, ids, given) {
  const line = callOn('Python', before, ids, given);
  if (!line.includes('\n')) return line;
  const words = [...ids, given].map((value) => literal(value, 'Python', { depth: 1, before }));
  return `${before}\n    ${words.join(',\n    ')}${ids.length === 0 ? '' : ','}\n`;
}

/** The beginning of a call with its arguments. */
function callOn(language, before, ids, given) {
  const first = ids.map((id) => literal(id, language)).join(', ');
  if (given === null) return before + first;
  const start = before + (first === '' ? '' : `${first}, `);
  return start + literal(given, language, { before: start });
}

import { anchorOf } from './markdown.mjs';

const methods = ['post', 'get', 'patch', 'delete'];

/**
 * What is on which page. An object is on the page of the first operation whose request or response
 * has it, and on no other.
 */
export function planReference(document) {
  const pages = document.tags.map((tag) => ({
    name: `reference-${anchorOf(tag.name)}`,
    tag,
    operations: operationsOf(document, tag.name),
    objects: [],
  }));
  const events = { name: 'reference-webhook-events', objects: [] };
  const placed = new Map();
  const place = (page, value) => {
    for (const name of schemaNamesIn(value)) {
      if (placed.has(name)) continue;
      placed.set(name, page.name);
      page.objects.push(name);
      place(page, document.components.schemas[name]);
    }
  };
  for (const page of pages) for (const { facts } of page.operations) place(page, facts);
  place(events, document.webhooks);
  // Those of shared responses.
  const [first] = pages;
  place(first, document.components);
  const references = new Map([
    ...pages.flatMap(({ name, operations }) =>
      operations.map(({ facts }) => [facts.operationId, `${name}.html#${facts.operationId}`]),
    ),
    ...[...placed].map(([object, page]) => [object, `${page}.html#${object}`]),
  ]);
  return { pages, events, references };
}

function operationsOf(document, tag) {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    methods
      .filter((method) => item[method]?.tags.includes(tag))
      .map((method) => ({ path, method, facts: item[method] })),
  );
}

function schemaNamesIn(value) {
  const found = JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g);
  return [...new Set([...found].map(([, name]) => name))];
}

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { problems } from '../../../src/kernel/rules/problem';
import { eventTexts } from '../../../src/contract/events';
import { startApi } from '../../http/api';
import { idsOf, languages, pageOf, pages } from './site';

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}
interface Facts {
  readonly operationId: string;
  readonly parameters?: readonly { readonly name?: string; readonly $ref?: string }[];
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Facts>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
  readonly 'x-error-codes': readonly ErrorRow[];
}
interface ErrorRow {
  readonly code: string;
  readonly status: number;
  readonly message: string;
  readonly remedy: string;
}

const documents = ['openapi', 'openapi-providers', 'openapi-operators'].map(
  (name) =>
    JSON.parse(
      readFileSync(path.join(__dirname, `../../../docs/${name}.json`), 'utf8'),
    ) as Document,
);
const [merchants] = documents as [Document];
const hrefsOf = (html: string) => [...html.matchAll(/\shref="([^"]+)"/g)].map(([, to = '']) => to);

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return Object.values(value ?? {}).flatMap(stringsIn);
}

describe.each(languages)('the documentation (%s)', (language) => {
  const own = [...pages].filter(([name]) => name.startsWith(`${language}/`));
  const referenced = new Set(
    own.filter(([name]) => name.includes('/reference-')).flatMap(([, html]) => idsOf(html)),
  );
  const missing = (ids: readonly string[]) => ids.filter((id) => !referenced.has(id));

  it('has every operation with its parameters', () => {
    const operations = Object.values(merchants.paths).flatMap((item) => Object.values(item));
    expect(operations.length).toBeGreaterThan(30);
    const ids = operations.flatMap(({ operationId, parameters = [] }) => [
      operationId,
      ...parameters.flatMap(({ name }) => (name === undefined ? [] : [`${operationId}.${name}`])),
    ]);
    expect(missing(ids)).toEqual([]);
  });

  it('has every field of every object', () => {
    const fieldsOf = ({ properties = {}, items }: Schema, at: string): string[] =>
      items !== undefined
        ? fieldsOf(items, at)
        : Object.entries(properties).flatMap(([name, field]) => [
            `${at}.${name}`,
            ...fieldsOf(field, `${at}.${name}`),
          ]);
    const ids = Object.entries(merchants.components.schemas).flatMap(([name, schema]) =>
      fieldsOf(schema, name),
    );
    expect(ids.length).toBeGreaterThan(200);
    expect(missing(ids)).toEqual([]);
  });

  it('has every event', () => {
    expect(missing(eventTexts.map(({ name }) => name))).toEqual([]);
  });

  it('has an anchor for the code of every error that an API answers', () => {
    const anchors = idsOf(pageOf(`${language}/errors.html`));
    const codes = documents.flatMap((document) => document['x-error-codes']);
    expect(codes.length).toBeGreaterThan(60);
    expect(codes.filter(({ code }) => !anchors.includes(`error-${code}`))).toEqual([]);
  });

  it.each(own)('%s links to existing pages and places, and has unique ids', (name, html) => {
    const ids = idsOf(html);
    expect(new Set(ids).size).toBe(ids.length);
    const broken = hrefsOf(html).filter((to) => {
      if (/^https?:|^\/|\.(css|svg)$/.test(to)) return false;
      const [file = '', id] = to.split('#');
      const target = file === '' ? name : path.posix.join(path.posix.dirname(name), file);
      const there = pages.get(target);
      if (there === undefined) return true;
      return id !== undefined && !idsOf(there).includes(decodeURIComponent(id));
    });
    expect(broken).toEqual([]);
  });

  it.each(own)('%s has nothing inline and nothing of a third party', (_name, html) => {
    expect(html).not.toMatch(/\s(?:style|on[a-z]+)="/);
    expect(html).not.toMatch(/<script(?![^>]*\ssrc="\.\.\/docs\.js")/);
    expect(html).not.toMatch(/\ssrc="(?:https?:)?\/\//);
  });
});

describe('site/translations/th.json', () => {
  const file = path.join(__dirname, '../../../site/translations/th.json');
  const translations = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;

  it('has a Thai text for each text of the reference', () => {
    const thai = [...pages].filter(([name]) => name.startsWith('th/'));
    const english = thai
      .flatMap(([, html]) => [...html.matchAll(/<span lang="en">(.*?)<\/span>/gs)])
      .map(([, text = '']) => text.replace(/<\/?code>/g, '`'));
    expect([...new Set(english)]).toEqual([]);
  });

  it('has no text that the documents do not have', () => {
    const english = new Set(documents.flatMap(stringsIn));
    // The summary of an event gets its period from the builder.
    const isUsed = (text: string) => english.has(text) || english.has(text.replace(/\.$/, ''));
    expect(Object.keys(translations).filter((text) => !isUsed(text))).toEqual([]);
  });

  it('keeps the code words of each text', () => {
    const wordsOf = (text: string) => [...new Set(text.match(/`[^`]+`/g))].sort().join(' ');
    const changed = Object.entries(translations).filter(([en, th]) => wordsOf(en) !== wordsOf(th));
    expect(changed).toEqual([]);
  });
});

it('has a row for each meaning of an error code', () => {
  const rows = documents.flatMap((document) => document['x-error-codes']);
  const meanings = new Set(rows.map((row) => `${row.code} ${row.status} ${row.message}`));
  for (const language of languages) {
    const shown = pageOf(`${language}/errors.html`).match(/<tr(?: id="error-\w+")?><td><code>/g);
    expect(shown).toHaveLength(meanings.size);
  }
});

it('links to paths of the gateway that exist', async () => {
  const api = await startApi();
  const links = [...pages.values()].flatMap(hrefsOf).filter((to) => to.startsWith('/'));
  expect(links.length).toBeGreaterThan(pages.size);
  for (const to of new Set(links)) {
    const { status } = await api.get(to, { key: null });
    expect([to, status]).not.toEqual([to, 404]);
  }
});

it('has pages of the same names in each language', () => {
  const names = languages.map((language) =>
    [...pages.keys()]
      .filter((name) => name.startsWith(language))
      .map((name) => name.slice(language.length))
      .sort(),
  );
  expect(names[0]?.length).toBeGreaterThan(30);
  expect(names[1]).toEqual(names[0]);
});

it('repeats no code with another meaning', () => {
  const codes = documents.flatMap((document) => document['x-error-codes']);
  for (const { code, remedy } of codes) {
    const remedies = Object.values(problems).map((problem) => problem.remedy);
    expect([code, remedies.includes(remedy)]).toEqual([code, true]);
  }
});

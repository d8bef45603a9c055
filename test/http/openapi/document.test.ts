import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readConfig } from '../../../src/config';
import { Problem, problems, type ProblemCode } from '../../../src/kernel/rules/problem';
import { errorCodes } from '../../../src/http/definition';
import { statusIn } from '../../../src/http/problem-reply';
import { openApiDocument } from '../../../src/http/openapi/document';
import { audiences, type Audience } from '../../../src/http/openapi/audience';
import { openApiFiles, operationsOf } from '../../../src/app';
import { testConfig } from '../../support/gateway';
import { startApi } from '../api';

interface Document {
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Entry>>>>;
  readonly 'x-error-codes': readonly { readonly code: string; readonly status: number }[];
}
interface Entry {
  readonly operationId: string;
  readonly security: readonly object[];
  readonly responses: object;
}

const sandbox = readConfig({});
const live = testConfig({
  PROVIDER: 'gw',
  PROVIDER_URL: 'https://provider.example',
  PROVIDER_KEY: 'a-key-of-sixteen',
  BILLER_ID: '099999999999991',
});
const documentOf = (config: typeof sandbox) =>
  openApiDocument(operationsOf(config), config) as Document;
const entriesOf = (document: Document): Entry[] =>
  Object.values(document.paths).flatMap((path) => Object.values(path));

describe("the API's description", () => {
  it.each(Object.entries(openApiFiles()))('equals docs/%s (`npm run openapi`)', (name, text) => {
    expect(readFileSync(path.join(__dirname, '../../../docs', name), 'utf8')).toBe(text);
  });

  it('of merchants has no callback and no operation of operators', () => {
    const pathsOf = (audience: Audience) =>
      Object.keys((openApiDocument(operationsOf(sandbox), sandbox, audience) as Document).paths);
    const [ours, providers, operators] = audiences.map(pathsOf);
    expect(ours?.filter((each) => /webhook$|^\/callbacks|^\/ops|^\/metrics/.test(each))).toEqual(
      [],
    );
    expect(providers).toEqual(expect.arrayContaining(['/payment/gw/webhook']));
    expect(operators).toEqual(expect.arrayContaining(['/ops/exceptions', '/healthz']));
    const all = Object.keys(documentOf(sandbox).paths);
    expect(new Set([ours, providers, operators].flat())).toEqual(new Set(all));
  });

  it("is served without authentication, with the deployment's URL", async () => {
    const api = await startApi({ PUBLIC_URL: 'https://pay.example' });
    const { status, body } = await api.get('/openapi.json', { key: null });
    expect(status).toBe(200);
    expect((body as Document).servers).toEqual([
      { url: 'https://pay.example', description: 'Sandbox' },
    ]);
    const expected = openApiDocument(api.operations, api.config, 'merchants');
    expect(body).toEqual(JSON.parse(JSON.stringify(expected)));
  });

  it('contains each described operation once', () => {
    const names = operationsOf(sandbox)
      .filter(({ described }) => described !== false)
      .map(({ name }) => name);
    expect(
      entriesOf(documentOf(sandbox))
        .map(({ operationId }) => operationId)
        .sort(),
    ).toEqual(names.sort());
  });

  it('contains no sandbox operations or merchant callbacks in live mode', () => {
    const callback = (document: Document) =>
      document.paths['/deposit/gw/webhook']?.['post']?.security;
    expect(callback(documentOf(sandbox))).toEqual([
      { providerKey: [] },
      { merchantKey: ['callbacks:write'] },
    ]);
    expect(callback(documentOf(live))).toEqual([{ providerKey: [] }]);
    expect(documentOf(live).paths).not.toHaveProperty('/sandbox/open-payments');
  });

  it('contains every status of each operation', () => {
    const entries = entriesOf(documentOf(sandbox));
    for (const operation of operationsOf(sandbox)) {
      if (operation.described === false) continue;
      const { responses = {} } =
        entries.find(({ operationId }) => operationId === operation.name) ?? {};
      const statuses = [...errorCodes(operation)].map((code) =>
        statusIn(operation.family, problems[code].status),
      );
      const expected = new Set([operation.success.status, ...statuses].map(String));
      expect(Object.keys(responses)).toEqual(expect.arrayContaining([...expected]));
    }
  });
});

describe('a description in the documents', () => {
  const documents = Object.entries(openApiFiles());

  it.each(documents)('exists for every property and parameter of %s', (_name, text) => {
    const found = describedParts(JSON.parse(text));
    expect(found.length).toBeGreaterThan(30);
    const isSentence = ({ description = '' }: Part) => /^[^a-z].+[.)]$/s.test(description);
    expect(found.filter((part) => !isSentence(part)).map(({ at }) => at)).toEqual([]);
  });

  it('is missed in a property, a nested property and a parameter without one', () => {
    const inner = { properties: { b: { type: 'string' } } };
    const schema = { properties: { a: { description: 'A.', ...inner } } };
    const operation = { parameters: [{ name: 'c', in: 'query', schema: {} }] };
    const found = describedParts({ schemas: { schema }, paths: { '/': { get: operation } } });
    expect(found.filter(({ description }) => description === undefined)).toEqual([
      { at: 'schemas.schema.properties.a.properties.b' },
      { at: 'paths./.get.parameters.0' },
    ]);
  });
});

describe('the table of error codes', () => {
  const codes = Object.keys(problems) as ProblemCode[];

  it.each(codes)('has a remedy for %s', (code) => {
    expect(problems[code].remedy).toMatch(/^[A-Z].{15,}\.$/);
  });

  it('contains every code of each operation', () => {
    const listed = documentOf(sandbox)['x-error-codes'].map(
      ({ code, status }) => `${status} ${code}`,
    );
    const used = operationsOf(sandbox)
      .filter(({ described }) => described !== false)
      .flatMap((operation) => [...errorCodes(operation)])
      .map((code) => new Problem(code))
      .map(({ status, wireCode }) => `${status} ${wireCode}`);
    const expected = new Set([...used, '404 not_found', '405 method_not_allowed']);
    expect(new Set(listed)).toEqual(expected);
  });
});

interface Part {
  readonly at: string;
  readonly description?: string;
}

/** Every property of a schema and every parameter. Examples have neither. */
function describedParts(value: unknown, at: readonly string[] = []): Part[] {
  if (typeof value !== 'object' || value === null) return [];
  const last = at.at(-1) ?? '';
  if (last === 'example' || last === 'examples') return [];
  return Object.entries(value as Record<string, unknown>).flatMap(([name, member]) => {
    const inner = describedParts(member, [...at, name]);
    if (typeof member !== 'object' || member === null) return inner;
    const { $ref, description } = member as { readonly $ref?: string; description?: string };
    const isPart = last === 'properties' || (last === 'parameters' && $ref === undefined);
    if (!isPart) return inner;
    const path = [...at, name].join('.');
    return [{ at: path, ...(description === undefined ? {} : { description }) }, ...inner];
  });
}

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readConfig } from '../../../src/config';
import { Problem, problems } from '../../../src/domain/problem';
import type { ProblemCode } from '../../../src/domain/problem';
import { errorCodes } from '../../../src/http/definition';
import { openApiDocument } from '../../../src/http/openapi/document';
import { openApiFile } from '../../../src/app';
import { operationsOf } from '../../../src/app';
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

describe('the description', () => {
  it('in docs/openapi.json is what the operations say: else run `npm run openapi`', () => {
    const file = path.join(__dirname, '../../../docs/openapi.json');
    expect(readFileSync(file, 'utf8')).toBe(openApiFile());
  });

  it('is served to everybody, with the address of the deployment', async () => {
    const api = await startApi({ PUBLIC_URL: 'https://pay.example' });
    const { status, body } = await api.get('/openapi.json', { key: null });
    expect(status).toBe(200);
    expect((body as Document).servers).toEqual([
      { url: 'https://pay.example', description: 'Sandbox' },
    ]);
    expect(body).toEqual(JSON.parse(JSON.stringify(openApiDocument(api.operations, api.config))));
  });

  it('holds each operation once, but for those that say that they are not described', () => {
    const names = operationsOf(sandbox)
      .filter(({ described }) => described !== false)
      .map(({ name }) => name);
    expect(
      entriesOf(documentOf(sandbox))
        .map(({ operationId }) => operationId)
        .sort(),
    ).toEqual(names.sort());
  });

  it('of a live deployment lets no merchant call back, and knows nothing of the sandbox', () => {
    const callback = (document: Document) =>
      document.paths['/deposit/gw/webhook']?.['post']?.security;
    expect(callback(documentOf(sandbox))).toEqual([{ providerKey: [] }, { merchantKey: [] }]);
    expect(callback(documentOf(live))).toEqual([{ providerKey: [] }]);
    expect(documentOf(live).paths).not.toHaveProperty('/sandbox/open-payments');
  });

  it('names every status that an operation can answer with', () => {
    const entries = entriesOf(documentOf(sandbox));
    for (const operation of operationsOf(sandbox)) {
      if (operation.described === false) continue;
      const { responses = {} } =
        entries.find(({ operationId }) => operationId === operation.name) ?? {};
      const statuses = [...errorCodes(operation)].map((code) => problems[code].status);
      const expected = new Set([operation.success.status, ...statuses].map(String));
      expect(Object.keys(responses)).toEqual(expect.arrayContaining([...expected]));
    }
  });
});

describe('the table of errors', () => {
  const codes = Object.keys(problems) as ProblemCode[];

  it.each(codes)('says what to do about %s', (code) => {
    expect(problems[code].remedy).toMatch(/^[A-Z].{15,}\.$/);
  });

  it('lists every code that an operation can answer with', () => {
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

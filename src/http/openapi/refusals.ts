import { errorCodes, type OperationFacts } from '../definition';
import { statusIn } from '../problem-reply';
import { header } from './headers';
import { codeRows, problemSchema, type CodeRow } from './problem-schema';
import type { SchemaRegistry } from './schema-registry';

export type SharedResponses = Record<string, object>;

interface Components {
  readonly schemas: SchemaRegistry;
  readonly responses: SharedResponses;
}

export function refusalsOf(facts: OperationFacts, components: Components): Record<number, object> {
  const rows = codeRows(errorCodes(facts)).map((row) => ({
    ...row,
    status: statusIn(facts.family, row.status),
  }));
  const statuses = [...new Set(rows.map(({ status }) => status))];
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      refusalOf(
        facts,
        status,
        rows.filter((row) => row.status === status),
        components,
      ),
    ]),
  );
}

function refusalOf(
  facts: OperationFacts,
  status: number,
  rows: readonly CodeRow[],
  { schemas, responses }: Components,
): object {
  const { family, success } = facts;
  const problem = schemas.schemaOf(problemSchema(family, status, rows), 'output');
  if ('schema' in success && success.alsoStatuses?.includes(status) === true) {
    return response(status, rows, { anyOf: [schemas.schemaOf(success.schema, 'output'), problem] });
  }
  const [only] = rows;
  if (only === undefined || rows.length > 1) return response(status, rows, problem);
  const name = `${dialectNames[family] ?? ''}${pascal(only.code)}`;
  responses[name] ??= response(status, rows, problem);
  return { $ref: `#/components/responses/${name}` };
}

function response(status: number, rows: readonly CodeRow[], schema: object): object {
  return {
    description: rows.map(({ code, message }) => `\`${code}\`: ${message}`).join('\n\n'),
    headers: { 'X-Request-Id': header('XRequestId'), ...headersOf(status) },
    content: { 'application/json': { schema } },
  };
}

function headersOf(status: number): Record<string, object> {
  if (status === 401) return { 'WWW-Authenticate': header('WwwAuthenticate') };
  if (status === 429 || status === 503) return { 'Retry-After': header('RetryAfter') };
  return {};
}

/** Families with an error format of their own. The default format of the others has no name. */
const dialectNames: Partial<Record<OperationFacts['family'], string>> = {
  bank: 'Bank',
  callback: 'Callback',
};

const pascal = (code: string): string =>
  code.replace(/(?:^|_)([a-z])/g, (_match, letter: string) => letter.toUpperCase());

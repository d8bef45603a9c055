import { errorCodes } from '../definition';
import type { OperationFacts } from '../definition';
import { header } from './headers';
import { codeRows, problemSchema } from './problem-schema';
import type { CodeRow } from './problem-schema';
import type { SchemaBook } from './schema-registry';

/** Refusals that operations have in common, by their names. */
export type SharedResponses = Record<string, object>;

interface Shelf {
  readonly book: SchemaBook;
  readonly responses: SharedResponses;
}

/** What an operation is refused with, by status. */
export function refusalsOf(facts: OperationFacts, shelf: Shelf): Record<number, object> {
  const rows = codeRows(errorCodes(facts));
  const statuses = [...new Set(rows.map(({ status }) => status))];
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      refusalOf(
        facts,
        status,
        rows.filter((row) => row.status === status),
        shelf,
      ),
    ]),
  );
}

function refusalOf(
  facts: OperationFacts,
  status: number,
  rows: readonly CodeRow[],
  { book, responses }: Shelf,
): object {
  const { family, success } = facts;
  const problem = book.schemaOf(problemSchema(family, status, rows), 'output');
  if ('schema' in success && success.alsoStatuses?.includes(status) === true) {
    return response(status, rows, { anyOf: [book.schemaOf(success.schema, 'output'), problem] });
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

/** The others write problems in the plain way, which needs no name. */
const dialectNames: Partial<Record<OperationFacts['family'], string>> = {
  bank: 'Bank',
  callback: 'Callback',
};

const pascal = (code: string): string =>
  code.replace(/(?:^|_)([a-z])/g, (_match, letter: string) => letter.toUpperCase());

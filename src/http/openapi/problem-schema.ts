import { z } from 'zod';
import { Problem, problems, type ProblemCode } from '../../kernel/rules/problem';
import type { OperationFacts } from '../definition';

export interface CodeRow {
  readonly status: number;
  readonly code: string;
  readonly type: string;
  readonly message: string;
  readonly remedy: string;
}

/** In the order of the table. A wire code with two statuses has two rows. */
export function codeRows(codes: Iterable<ProblemCode>): readonly CodeRow[] {
  const asked = new Set(codes);
  const known = Object.keys(problems) as ProblemCode[];
  return known
    .filter((code) => asked.has(code))
    .map((code) => {
      const { status, wireCode, type, message } = new Problem(code);
      return { status, code: wireCode, type, message, remedy: problems[code].remedy };
    });
}

export function problemSchema(
  family: OperationFacts['family'],
  status: number,
  rows: readonly CodeRow[],
): z.ZodType {
  const message = z.string().meta({ description: 'For humans; may change.' });
  const fields = z.object({
    code: z.enum(distinct(rows.map(({ code }) => code))).describe('The error, for programs.'),
    message,
    type: z.enum(distinct(rows.map(({ type }) => type))).describe('The group of the code.'),
    param: z.string().optional().meta({ description: 'The invalid parameter.' }),
    doc_url: z.url().meta({ description: 'The documentation of the code.' }),
    request_id: z.string().meta({ description: "Identifies the request in the gateway's log." }),
  });
  const error = fields.describe('What went wrong, and what helps.');
  if (family === 'bank') {
    const httpStatus = z.literal(status).describe('The HTTP status.');
    const nothing = z.object({}).describe('Always empty.');
    return z.object({ status: httpStatus, message, data: nothing, error });
  }
  if (family === 'callback') {
    return z.object({ status: z.literal(false).describe('Always false.'), message, error });
  }
  return z.object({ error });
}

const distinct = (words: readonly string[]): string[] => [...new Set(words)];

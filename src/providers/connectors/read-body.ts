import type { z } from 'zod';
import { parseJsonObject } from '../../contract/json-body';
import { Problem } from '../../kernel/rules/problem';

/** A JSON object, else a Problem. */
export function readBody(body: Buffer): Readonly<Record<string, unknown>> | Problem {
  try {
    return parseJsonObject(body);
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}

/** A JSON object in its documented form, else a Problem. */
export function readBodyAs<T>(schema: z.ZodType<T>, body: Buffer, message: string): T | Problem {
  const fields = readBody(body);
  if (fields instanceof Problem) return fields;
  return schema.safeParse(fields).data ?? new Problem('invalid_request', { message });
}

import type { z } from 'zod';
import { Refusal } from '../refusal';

/** The body in its form. Throws a 400 Refusal that names what is wrong, and quotes nothing. */
export function readAs<Form extends z.ZodType>(form: Form, body: unknown): z.output<Form> {
  const parsed = form.safeParse(body);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new Refusal(400, 'invalid_request', faults.join('; '));
}

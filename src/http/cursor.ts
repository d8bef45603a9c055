import { z } from 'zod';

/** A place in a list, newest first: after the object of this id and birth. */
export interface Position {
  readonly createdAt: Date;
  readonly id: string;
}

export function writeCursor({ createdAt, id }: Position): string {
  return Buffer.from(`${createdAt.getTime()} ${id}`).toString('base64url');
}

/** A cursor that we wrote; to callers it is opaque. */
export const cursor = z.string().transform((text, context): Position => {
  const written = Buffer.from(text, 'base64url').toString('latin1');
  const [, ms, id] = /^(\d{1,15}) ([0-9a-z_-]{1,80})$/.exec(written) ?? [];
  if (ms !== undefined && id !== undefined) return { createdAt: new Date(Number(ms)), id };
  context.addIssue({ code: 'custom', message: 'invalid_parameters' });
  return z.NEVER;
});

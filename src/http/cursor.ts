import { z } from 'zod';
import { says } from '../contract/fields';

/** A place in a list, newest first: after the object of this id and birth. */
export interface Position {
  readonly createdAt: Date;
  readonly id: string;
}

export function writeCursor({ createdAt, id }: Position): string {
  return `${createdAt.getTime()}.${id}`;
}

/** A cursor that we wrote; to callers it is opaque. */
export const cursor = z
  .string()
  .regex(
    /^[0-9]{1,15}\.[0-9a-z_-]{1,80}$/,
    says('invalid_parameters', 'must be the next_cursor of a page; got'),
  )
  .transform((text): Position => {
    const [ms = '', id = ''] = text.split('.');
    return { createdAt: new Date(Number(ms)), id };
  });

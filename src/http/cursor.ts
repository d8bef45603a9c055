import { z } from 'zod';
import type { Position } from '../orders/list-orders';
import { says } from '../contract/fields';

export type { Position };

export function writeCursor({ createdAt, id }: Position): string {
  return `${createdAt.getTime()}.${id}`;
}

/** Written by `writeCursor`. Opaque to callers. */
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

/** The sequence number of the last entry of the previous page. Opaque to callers. */
export const entryCursor = z
  .string()
  .regex(/^[0-9a-z]{1,10}$/, says('invalid_parameters', 'must be the next_cursor of a page; got'))
  .transform((text) => parseInt(text, 36));

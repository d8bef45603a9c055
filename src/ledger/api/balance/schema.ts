import { z } from 'zod';
import { says, wholeNumber } from '../../../contract/fields';

export const balance = z
  .object({
    available: z.number(),
    held: z.number(),
    currency: z.literal('THB'),
  })
  .meta({ id: 'Balance' });

/** The sequence number of the last entry of the previous page. Opaque to callers. */
const cursor = z
  .string()
  .regex(/^[0-9a-z]{1,10}$/, says('invalid_parameters', 'must be the next_cursor of a page; got'))
  .transform((text) => parseInt(text, 36));

export const entriesQuery = z.object({
  limit: wholeNumber(1, 100, 20),
  cursor: cursor.optional(),
});

export const entryPage = z
  .object({
    entries: z.array(
      z.object({
        entry_id: z.string(),
        type: z.string(),
        order_id: z.string().nullable(),
        /** Changes of the available and the held balance, in baht; negative for a decrease. */
        available: z.number(),
        held: z.number(),
        currency: z.literal('THB'),
        created_at: z.iso.datetime(),
      }),
    ),
    limit: z.int(),
    has_more: z.boolean(),
    next_cursor: z.string().nullable(),
  })
  .meta({ id: 'BalanceEntryPage' });

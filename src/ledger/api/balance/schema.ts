import { z } from 'zod';
import { wholeNumber } from '../../../contract/fields';
import { entryCursor } from '../../../http/cursor';

export const balance = z
  .object({
    available: z.number(),
    held: z.number(),
    currency: z.literal('THB'),
  })
  .meta({ id: 'Balance' });

export const entriesQuery = z.object({
  limit: wholeNumber(1, 100, 20),
  cursor: entryCursor.optional(),
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

import { z } from 'zod';
import { currency, cursorFields } from '../../../contract/described-fields';
import { cursorQuery } from '../../../http/pagination';
import { entryCursor } from '../../../http/cursor';

export const balance = z
  .object({
    available: z.number().describe('What can be paid out, in baht.'),
    held: z.number().describe('Held for payouts that have not ended, in baht.'),
    pending: z.number().describe('Credited, and available after a number of bank days, in baht.'),
    maturing: z
      .array(
        z.object({
          date: z.iso
            .date()
            .nullable()
            .describe('In Bangkok. Null: the bank holidays of its year are not known yet.'),
          amount: z.number().describe('Becomes available on that day, in baht.'),
        }),
      )
      .describe('The pending money by day, soonest first.'),
    currency,
  })
  .meta({ id: 'Balance' });

const nextCursor = '`next_cursor` of the previous page; absent for the first.';

/** What statements say of an entry too. */
export const entryFields = {
  entry_id: z.string().describe('The id of the entry.'),
  type: z.string().describe('What moved the money, for example `receive` or `fee`.'),
  order_id: z.string().nullable().describe('The order that caused it. Null without one.'),
};
export const entryChange = {
  available: z.number().describe('The change of the available balance, in baht.'),
  held: z.number().describe('The change of the held balance, in baht.'),
  pending: z.number().describe('The change of the pending balance, in baht.'),
};

export const entriesQuery = z.object({
  limit: cursorQuery.limit,
  cursor: entryCursor.optional().describe(nextCursor),
});

export const entryPage = z
  .object({
    entries: z
      .array(
        z
          .object({
            ...entryFields,
            ...entryChange,
            currency,
            created_at: z.iso.datetime().describe('When the entry was posted.'),
          })
          .meta({ id: 'BalanceEntry' }),
      )
      .describe('Newest first.'),
    ...cursorFields,
  })
  .meta({ id: 'BalanceEntryPage' });

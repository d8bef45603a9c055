import { z } from 'zod';
import { bangkokPeriods, readDay } from '../../kernel/rules/bangkok-day';
import { says, wholeNumber } from '../../contract/fields';
import { entryCursor } from '../../http/cursor';

const day = z
  .string()
  .refine(
    (text) => readDay(text) !== null,
    says('invalid_parameters', 'must be a day such as 2026-11-21; got'),
  )
  .transform((text) => readDay(text) ?? text)
  .meta({ format: 'date' });

const describe = (text: string) => ({
  format: 'date',
  description: `${text} in Bangkok. Years from 2400 to 2699 are of the Buddhist era.`,
});

export const statementQuery = z.object({
  start_date: day
    .default(() => bangkokPeriods(Date.now()).thisMonth.from)
    .meta({ ...describe('First day of the period'), default: undefined }),
  end_date: day
    .default(() => bangkokPeriods(Date.now()).today.until)
    .meta({ ...describe('Last day of the period'), default: undefined }),
  limit: wholeNumber(1, 100, 20),
  cursor: entryCursor.optional(),
});

const pair = z.object({ available: z.number(), held: z.number() });

export const statement = z
  .object({
    start_date: z.iso.date(),
    end_date: z.iso.date(),
    currency: z.literal('THB'),
    opening: pair,
    closing: pair,
    sums: z.array(z.object({ type: z.string(), count: z.int(), ...pair.shape })).meta({
      description: 'Of the whole period, by type of entry. Opening and sums add up to closing.',
    }),
    entries: z.array(
      z.object({
        entry_id: z.string(),
        type: z.string(),
        order_id: z.string().nullable(),
        reference: z.string().nullable(),
        ...pair.shape,
        balance: pair.meta({ description: 'After the entry.' }),
        effective_at: z.iso.datetime().meta({
          description: 'When the money moved. Decides the period of the entry.',
        }),
        created_at: z.iso.datetime().meta({ description: 'When the entry was posted.' }),
      }),
    ),
    limit: z.int(),
    has_more: z.boolean(),
    next_cursor: z.string().nullable(),
  })
  .meta({ id: 'BalanceStatement' });

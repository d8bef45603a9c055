import { z } from 'zod';
import { bangkokPeriods, readDay } from '../../kernel/rules/bangkok-day';
import { currency, cursorFields, reference } from '../../contract/described-fields';
import { says } from '../../contract/fields';
import { entriesQuery, entryChange, entryFields } from '../../ledger/api/balance/schema';

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
  ...entriesQuery.shape,
});

const pair = z.object({
  available: z.number().describe('The available balance, in baht.'),
  held: z.number().describe('The held balance, in baht.'),
  pending: z.number().describe('The pending balance, in baht.'),
});

export const statement = z
  .object({
    start_date: z.iso.date().describe('First day of the period in Bangkok.'),
    end_date: z.iso.date().describe('Last day of the period in Bangkok.'),
    currency,
    opening: pair.describe('The balance before the period.'),
    closing: pair.describe('The balance after the period.'),
    sums: z
      .array(
        z.object({
          type: entryFields.type,
          count: z.int().describe('How many entries of the type the period has.'),
          ...entryChange,
        }),
      )
      .describe('Of the whole period, by type of entry. Opening and sums add up to closing.'),
    entries: z
      .array(
        z.object({
          ...entryFields,
          reference,
          ...entryChange,
          balance: pair.meta({ description: 'After the entry.' }),
          effective_at: z.iso.datetime().meta({
            description: 'When the money moved. Decides the period of the entry.',
          }),
          created_at: z.iso.datetime().meta({ description: 'When the entry was posted.' }),
        }),
      )
      .describe('Oldest first.'),
    ...cursorFields,
  })
  .meta({ id: 'BalanceStatement' });

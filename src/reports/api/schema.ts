import { z } from 'zod';
import { exceptionKinds } from '../../exceptions/rules/exception';
import { orderKinds } from '../../orders/rules/kinds';
import { wholeNumber } from '../../contract/fields';

export const welcome = z
  .object({
    name: z.string().describe('The name of the gateway.'),
    mode: z.enum(['sandbox', 'live']).describe('Whether real money moves.'),
    api: z.url().describe("The base of the merchants' API."),
    docs: z.url().describe('Its documentation.'),
    openapi: z.url().describe('Its description in OpenAPI 3.1.'),
    health: z.url().describe('Liveness.'),
    readiness: z.url().describe('Readiness.'),
  })
  .meta({ id: 'Welcome' });

export const health = z
  .object({ status: z.literal('ok').describe('Always `ok`.') })
  .meta({ id: 'Health' });

export const readiness = z
  .object({
    status: z
      .enum(['ok', 'degraded', 'unavailable'])
      .describe(
        '`degraded`: Temporal is unavailable; requests are accepted, messages delivered later.',
      ),
    database: z.enum(['ok', 'unreachable']).describe('Postgres.'),
    temporal: z.enum(['ok', 'unreachable']).describe('Temporal.'),
    dispatch_backlog: z
      .object({
        waiting: z.int().describe('How many messages wait.'),
        oldest_ms: z.int().describe('The age of the oldest one, in milliseconds.'),
      })
      .nullable()
      .describe('Messages for Temporal that are not delivered. Null without the database.'),
  })
  .meta({ id: 'Readiness' });

export const exceptionsQuery = z.object({
  limit: wholeNumber(1, 100, 20).describe('How many exceptions the list has at most.'),
  status: z.enum(['open', 'all']).default('open').describe('`all` has resolved ones too.'),
});

const concernedOrder = z.object({
  order_id: z.string().describe('The id of the order.'),
  kind: z.enum(orderKinds).describe('Its kind.'),
  status: z.string().describe('Its status.'),
  amount: z.number().describe('Its amount in baht.'),
});

const report = z.object({
  callback_id: z.string().describe('The id of the callback.'),
  order_id: z.string().describe('The order that it names.'),
  reported: z.string().describe('The outcome that it reports.'),
  amount: z.number().nullable().describe('The amount that it reports, in baht.'),
  transaction_id: z.string().nullable().describe("The bank's id of the transfer."),
});

const decision = z.object({
  at: z.iso.datetime().describe('When.'),
  by: z.string().describe('The operator.'),
  as: z.string().describe('The resolution.'),
  reason: z.string().describe('The reason that the operator gave.'),
});

const exception = z.object({
  exception_id: z.string().describe('The id of the exception.'),
  kind: z.enum(exceptionKinds).describe('What is wrong.'),
  merchant_id: z.string().nullable().describe('The merchant, if it is known.'),
  order: concernedOrder.nullable().describe('The order, if it is known.'),
  callback: report.nullable().describe('The callback that opened it, if one did.'),
  suspended: z.number().describe('Money in suspense that it decides about, in baht.'),
  resolutions: z.array(z.string()).describe('The resolutions that are possible now.'),
  waits_for: z
    .string()
    .nullable()
    .describe('The exception about the same transfer that must be resolved before. Null: none.'),
  opened_at: z.iso.datetime().describe('When it was opened.'),
  resolved: decision.nullable().describe('Its resolution. Null while it is open.'),
});

export const exceptionList = z
  .object({
    exceptions: z.array(exception).describe('Newest first.'),
    limit: z.int().describe('The page size that was applied.'),
  })
  .meta({ id: 'ExceptionList' });

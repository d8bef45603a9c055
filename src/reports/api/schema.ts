import { z } from 'zod';
import { exceptionKinds } from '../../exceptions/rules/exception';
import { orderKinds } from '../../orders/rules/kinds';
import { wholeNumber } from '../../contract/fields';

export const welcome = z
  .object({
    name: z.string(),
    mode: z.enum(['sandbox', 'live']),
    api: z.url(),
    docs: z.url(),
    openapi: z.url(),
    health: z.url(),
    readiness: z.url(),
  })
  .meta({ id: 'Welcome' });

export const health = z.object({ status: z.literal('ok') }).meta({ id: 'Health' });

export const readiness = z
  .object({
    /** `degraded`: Temporal is unavailable. Requests are accepted, messages delivered later. */
    status: z.enum(['ok', 'degraded', 'unavailable']),
    database: z.enum(['ok', 'unreachable']),
    temporal: z.enum(['ok', 'unreachable']),
    dispatch_backlog: z.object({ waiting: z.int(), oldest_ms: z.int() }).nullable(),
  })
  .meta({ id: 'Readiness' });

export const exceptionsQuery = z.object({
  limit: wholeNumber(1, 100, 20),
  status: z.enum(['open', 'all']).default('open'),
});

/** Amounts are baht. */
export const exceptionList = z
  .object({
    exceptions: z.array(
      z.object({
        exception_id: z.string(),
        kind: z.enum(exceptionKinds),
        merchant_id: z.string().nullable(),
        order: z
          .object({
            order_id: z.string(),
            kind: z.enum(orderKinds),
            status: z.string(),
            amount: z.number(),
          })
          .nullable(),
        callback: z
          .object({
            callback_id: z.string(),
            order_id: z.string(),
            reported: z.string(),
            amount: z.number().nullable(),
            transaction_id: z.string().nullable(),
          })
          .nullable(),
        suspended: z.number(),
        resolutions: z.array(z.string()),
        waits_for: z.string().nullable(),
        opened_at: z.iso.datetime(),
        resolved: z
          .object({ at: z.iso.datetime(), by: z.string(), as: z.string(), reason: z.string() })
          .nullable(),
      }),
    ),
    limit: z.int(),
  })
  .meta({ id: 'ExceptionList' });

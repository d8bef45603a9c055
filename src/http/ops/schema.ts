import { z } from 'zod';

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
    /** Degraded: requests are accepted, and what waits for Temporal is done later. */
    status: z.enum(['ok', 'degraded', 'unavailable']),
    database: z.enum(['ok', 'unreachable']),
    temporal: z.enum(['ok', 'unreachable']),
    dispatch_backlog: z.object({ waiting: z.int(), oldest_ms: z.int() }).nullable(),
  })
  .meta({ id: 'Readiness' });

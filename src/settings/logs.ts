import { z } from 'zod';
import { setting, type ValuesOf } from './setting';
import { integer, text } from './types';

export const logs = {
  LOG_LEVEL: setting(
    z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
    {
      description: '`trace`, `debug`, `info`, `warn`, `error` or `silent`.',
    },
  ),
  AUDIT_ANCHOR_FILE: setting(text.optional(), {
    description:
      'File to which workers [export the signed heads of the audit ' +
      'logs](#exported-heads-of-the-audit-logs).',
    compose: { note: 'On a volume of a `docker-compose.override.yml`.' },
  }),
  AUDIT_ANCHOR_SYSLOG: setting(z.url({ protocol: /^udp$/ }).optional(), {
    description:
      'Syslog server, `udp://host:514`, for the same export, instead of the file or besides it.',
  }),
  AUDIT_ANCHOR_SECONDS: setting(integer(1, 86_400).default(300), {
    description: 'Seconds between two of these exports.',
  }),
};

type Values = ValuesOf<typeof logs>;

export const logOf = (env: Values) => ({ level: env.LOG_LEVEL });

/** Of the audit log heads. */
export const auditAnchorOf = (env: Values) => ({
  file: env.AUDIT_ANCHOR_FILE ?? null,
  syslog: env.AUDIT_ANCHOR_SYSLOG ?? null,
  everyMs: env.AUDIT_ANCHOR_SECONDS * 1000,
});

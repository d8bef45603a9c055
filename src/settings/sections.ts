import { z } from 'zod';
import { addresses } from './addresses';
import { brand } from './brand';
import { encryption } from './encryption';
import { limits } from './limits';
import { logs } from './logs';
import { mail } from './mail';
import { provider } from './provider';
import { retention } from './retention';
import { safeguards } from './safeguards';
import type { Settings } from './setting';
import { storage } from './storage';
import { temporal } from './temporal';
import { traces } from './traces';

/** All settings, by the headings of the documents and in their order. */
export const sections: Readonly<Record<string, Settings>> = {
  Addresses: addresses,
  'Provider and sandbox bank': provider,
  'Brand and support': brand,
  Mail: mail,
  'Encryption keys': encryption,
  'Approvals and other safeguards': safeguards,
  Limits: limits,
  'Retention of data': retention,
  'Postgres and files': storage,
  'Temporal and workers': temporal,
  'Logs and audit logs': logs,
  Traces: traces,
};

export const environment = z.object({
  ...addresses,
  ...provider,
  ...brand,
  ...mail,
  ...encryption,
  ...safeguards,
  ...limits,
  ...retention,
  ...storage,
  ...temporal,
  ...logs,
  ...traces,
});

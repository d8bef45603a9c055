import type { Knex } from 'knex';
import * as foundation from './0001-foundation';
import * as bankTransfers from './0002-bank-transfers';
import * as refundsAndTokens from './0003-refunds-and-tokens';
import * as webhookManagement from './0005-webhook-management';

interface Migration {
  readonly name: string;
  readonly steps: { up(knex: Knex): Promise<void>; down(knex: Knex): Promise<void> };
}

/** In the order in which they run. Append only. */
export const migrations: readonly Migration[] = [
  { name: '0001-foundation', steps: foundation },
  { name: '0002-bank-transfers', steps: bankTransfers },
  { name: '0003-refunds-and-tokens', steps: refundsAndTokens },
  { name: '0005-webhook-management', steps: webhookManagement },
];

import type { Knex } from 'knex';
import * as foundation from './0001-foundation';
import * as bankTransfers from './0002-bank-transfers';
import * as refundsAndTokens from './0003-refunds-and-tokens';

interface Migration {
  readonly name: string;
  readonly steps: { up(knex: Knex): Promise<void>; down(knex: Knex): Promise<void> };
}

/** In the order in which they run. Append only. */
export const migrations: readonly Migration[] = [
  { name: '0001-foundation', steps: foundation },
  { name: '0002-bank-transfers', steps: bankTransfers },
  { name: '0003-refunds-and-tokens', steps: refundsAndTokens },
];

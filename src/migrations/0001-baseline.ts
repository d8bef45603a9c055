import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Knex } from 'knex';

/** Ordered by their foreign keys. */
const subjects = [
  'platform',
  'merchants',
  'people',
  'audit',
  'providers',
  'orders',
  'ledger',
  'webhooks',
];

export async function up(knex: Knex): Promise<void> {
  for (const subject of subjects) {
    const statements = readFileSync(
      path.join(__dirname, '0001-baseline', `${subject}.sql`),
      'utf8',
    );
    // A question mark is a parameter to Knex.
    await knex.raw(statements.replaceAll('?', String.raw`\?`));
  }
}

import type { migrations } from '../../../src/migrations';

export type Migration = (typeof migrations)[number];

/** A migration of a next release. */
export const inTransaction = (name: string, ...statements: readonly string[]): Migration => ({
  name,
  steps: {
    async up(knex) {
      for (const statement of statements) await knex.raw(statement);
    },
  },
});

const outside = (name: string, statement: string): Migration => {
  const { steps } = inTransaction(name, statement);
  return { name, steps: { ...steps, config: { transaction: false } } };
};

/** Migrations that follow CONTRIBUTING.md. Names of their objects contain `mark`. */
export const harmlessMigrations = (mark: string): readonly Migration[] => [
  inTransaction(`${mark}, a column`, `alter table orders add column ${mark} text`),
  inTransaction(
    `${mark}, a column with a default`,
    `alter table events add column ${mark} integer not null default 7`,
  ),
  inTransaction(`${mark}, a table`, `create table ${mark} (id text primary key references orders)`),
  inTransaction(
    `${mark}, a rule for what comes`,
    `alter table transfers add constraint ${mark} check (amount_satang < 1e15) not valid`,
  ),
  outside(`${mark}, a rule looked at`, `alter table transfers validate constraint ${mark}`),
  outside(`${mark}, an index`, `create index concurrently ${mark}_index on events (name)`),
];

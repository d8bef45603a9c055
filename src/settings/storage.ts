import path from 'node:path';
import { ofEmbeddedServer, setByImage, setting, type ValuesOf } from './setting';
import { databaseAddress, integer, port, text } from './types';

export const storage = {
  DATABASE_URL: setting(databaseAddress.optional(), {
    description:
      'Connection URL of Postgres. TLS: `?sslmode=verify-full&sslrootcert=ca.pem`, and ' +
      '`sslcert=`, `sslkey=` for a client certificate.',
    fallback: 'an embedded Postgres',
    secret: true,
    compose: { fixed: 'the postgres service, as the role that owns nothing' },
    chart: { isRequired: true },
  }),
  MIGRATE_DATABASE_URL: setting(databaseAddress.optional(), {
    description:
      'The owner of the schema, for `migrate`. `DATABASE_URL` then names a role without ' +
      'ownership ([Two database roles](#two-database-roles)).',
    fallback: '`DATABASE_URL`',
    secret: true,
    compose: { fixed: 'the postgres service, for migrate only' },
    chart: { fixed: 'a Secret of its own, for the migration only' },
  }),
  DATABASE_POOL_MAX: setting(integer(2, 200).default(10), {
    description: 'Connections of a process to Postgres.',
  }),
  POSTGRES_PORT: setting(port(54_329), {
    description: 'Port of the embedded Postgres.',
    ...ofEmbeddedServer,
  }),
  DATA_DIR: setting(text.default('.data'), {
    description:
      'All state of `npm start`. Other commands on the same machine read the addresses of a ' +
      'running instance from it and refuse those of another instance.',
    ...setByImage,
  }),
};

export const storageOf = (env: ValuesOf<typeof storage>) => ({
  dataDir: path.resolve(env.DATA_DIR),
  database: {
    /** Null: the embedded server. */
    url: env.DATABASE_URL ?? null,
    /** The owner of the schema, for `migrate`. Null: the same as `url`. */
    migrateUrl: env.MIGRATE_DATABASE_URL ?? null,
    poolMax: env.DATABASE_POOL_MAX,
    embeddedPort: env.POSTGRES_PORT,
  },
});

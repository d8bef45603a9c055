import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { databaseUrl } from '../database';

const run = promisify(execFile);

/** Temporal's two databases and their schemas in this release. */
export function temporalDatabases(name: string) {
  return {
    store: { name, schema: 'postgresql/v12/temporal', version: '1.18' },
    visibility: {
      name: `${name}_visibility`,
      schema: 'postgresql/v12/visibility',
      version: '1.9',
    },
  };
}

/**
 * Creates or migrates Temporal's databases, as the compose file does. Idempotent: an
 * up-to-date database is left unchanged.
 */
export async function layTemporalDatabases(
  sqlTool: string,
  postgresUrl: string,
  databaseName: string,
): Promise<void> {
  for (const { name, schema, version } of Object.values(temporalDatabases(databaseName))) {
    if ((await schemaVersion(databaseUrl(postgresUrl, name))) === version) continue;
    const env = toolEnvironment(postgresUrl, name);
    const tool = (...args: readonly string[]) => run(sqlTool, args, { env });
    await tool('create');
    await tool('setup-schema', '--version', '0.0');
    await tool('update-schema', '--schema-name', schema);
  }
}

function toolEnvironment(postgresUrl: string, database: string) {
  const { hostname, port, username, password } = new URL(postgresUrl);
  return {
    SQL_PLUGIN: 'postgres12',
    SQL_HOST: hostname,
    SQL_PORT: port,
    SQL_USER: decodeURIComponent(username),
    SQL_PASSWORD: decodeURIComponent(password),
    SQL_DATABASE: database,
  };
}

const NO_DATABASE = '3D000';
const NO_TABLE = '42P01';

async function schemaVersion(url: string): Promise<string | null> {
  const client = new Client({ connectionString: url });
  try {
    await client.connect();
    const { rows } = await client.query<{ readonly curr_version: string }>(
      'select curr_version from schema_version',
    );
    return rows[0]?.curr_version ?? null;
  } catch (error) {
    const { code } = error as { readonly code?: unknown };
    if (code === NO_DATABASE || code === NO_TABLE) return null;
    throw error;
  } finally {
    await client.end();
  }
}

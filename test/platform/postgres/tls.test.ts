import { copyFileSync, chmodSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { connect } from '../../../src/platform/postgres/connect';
import { readConfig } from '../../../src/config';
import { startPostgres } from '../../../sandbox/embedded/postgres';
import { postgresAccount } from '../../../sandbox/embedded/postgres-account';
import { findPostgres } from '../../../sandbox/embedded/postgres-binaries';
import { clusterPaths, ensureCluster } from '../../../sandbox/embedded/postgres-cluster';
import { temporaryFolder } from '../../sandbox/embedded/script-part';
import { certificates } from '../../support/certificates';
import { closeAfterFile } from '../../support/close-after-file';
import { freePort } from '../../support/free-port';

/** Users by connection type: plain text, encrypted, and with a client certificate. */
const doors = `
host    postgres  all  127.0.0.1/32  scram-sha-256
hostssl encrypted all  127.0.0.1/32  scram-sha-256
hostssl certified all  127.0.0.1/32  scram-sha-256  clientcert=verify-ca
`;

let serverUrl: URL;

beforeAll(async () => {
  const dataDir = temporaryFolder();
  const account = await postgresAccount(findPostgres());
  await ensureCluster(dataDir, account, false);
  const { clusterDir } = clusterPaths(dataDir);
  const { server, authority } = certificates;
  for (const file of [server.certFile, server.keyFile, authority]) {
    const copy = path.join(clusterDir, path.basename(file));
    copyFileSync(file, copy);
    chmodSync(copy, 0o600);
    account.give(copy);
  }
  writeFileSync(path.join(clusterDir, 'pg_hba.conf'), doors);
  const settings = {
    fsync: 'off',
    ssl: 'on',
    ssl_cert_file: 'server.pem',
    ssl_key_file: 'server.key',
    ssl_ca_file: 'authority.pem',
  };
  const postgres = await startPostgres({ dataDir, port: await freePort(), settings });
  closeAfterFile(() => postgres.stop());
  serverUrl = new URL(postgres.url);
  const admin = connect(at('postgres', '127.0.0.1', ''), { poolMax: 1 });
  for (const name of ['encrypted', 'certified']) await admin.raw('create database ??', [name]);
  await admin.destroy();
});

function at(database: string, host: string, query: string): string {
  const url = new URL(serverUrl);
  Object.assign(url, { pathname: `/${database}`, hostname: host, search: query });
  return url.href;
}

const files = ({ certFile, keyFile }: (typeof certificates)['client']) =>
  `sslcert=${certFile}&sslkey=${keyFile}`;

/** The server's view of the connection made with this DATABASE_URL. */
async function connection(database: string, host: string, query: string) {
  const { url } = readConfig({ DATABASE_URL: at(database, host, query) }).database;
  const db = connect(url ?? '', { poolMax: 1 });
  try {
    const { rows } = await db.raw(`select ssl as encrypted, client_dn as "clientName"
                                   from pg_stat_ssl where pid = pg_backend_pid()`);
    return (rows as readonly { readonly encrypted: boolean; readonly clientName: string }[])[0];
  } finally {
    await db.destroy();
  }
}

const full = `sslmode=verify-full&sslrootcert=${certificates.authority}`;

describe('a DATABASE_URL with sslmode=verify-full', () => {
  it('connects encrypted to a server with a certificate of the given authority', async () => {
    await expect(connection('encrypted', 'localhost', full)).resolves.toMatchObject({
      encrypted: true,
    });
  });

  it('rejects a server with a certificate of another authority', async () => {
    const other = `sslmode=verify-full&sslrootcert=${certificates.strangerAuthority}`;
    await expect(connection('encrypted', 'localhost', other)).rejects.toThrow(/certificate/);
  });

  it('rejects an unknown authority when no file is given', async () => {
    await expect(connection('encrypted', 'localhost', 'sslmode=verify-full')).rejects.toThrow(
      /certificate/,
    );
  });

  it('rejects a server whose certificate names another host', async () => {
    await expect(connection('encrypted', '127.0.0.1', full)).rejects.toThrow(
      "does not match certificate's altnames",
    );
  });

  it('presents a client certificate when files are given, and is rejected without', async () => {
    const withOwn = `${full}&${files(certificates.client)}`;
    await expect(connection('certified', 'localhost', withOwn)).resolves.toEqual({
      encrypted: true,
      clientName: '/CN=saphan',
    });
    await expect(connection('certified', 'localhost', full)).rejects.toThrow(
      'connection requires a valid client certificate',
    );
    const strangers = `${full}&${files(certificates.stranger)}`;
    await expect(connection('certified', 'localhost', strangers)).rejects.toThrow(/unknown ca/i);
  });
});

// libpq verifies less for these modes, or falls back to plain text. We do not.
describe.each(['prefer', 'require', 'verify-ca'])('a DATABASE_URL with sslmode=%s', (mode) => {
  it('verifies authority and host, like verify-full', async () => {
    const query = full.replace('verify-full', mode);
    await expect(connection('encrypted', 'localhost', query)).resolves.toMatchObject({
      encrypted: true,
    });
    await expect(connection('encrypted', '127.0.0.1', query)).rejects.toThrow(/altnames/);
    await expect(connection('encrypted', 'localhost', `sslmode=${mode}`)).rejects.toThrow(
      /certificate/,
    );
  });
});

describe('a DATABASE_URL with weaker settings', () => {
  it('connects encrypted to any server with sslmode=no-verify', async () => {
    await expect(connection('encrypted', '127.0.0.1', 'sslmode=no-verify')).resolves.toMatchObject({
      encrypted: true,
    });
  });

  it.each(['', 'sslmode=disable'])('connects in plain text with %j', async (query) => {
    await expect(connection('postgres', '127.0.0.1', query)).resolves.toMatchObject({
      encrypted: false,
    });
    await expect(connection('encrypted', '127.0.0.1', query)).rejects.toThrow(/no encryption/);
  });

  it('is rejected as configuration fault when its sslmode is unknown', () => {
    const url = at('encrypted', 'localhost', 'sslmode=verify');
    expect(() => readConfig({ DATABASE_URL: url })).toThrow(/DATABASE_URL: sslmode must be one of/);
  });
});

import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { accountsOf } from '../../src/commands/accounts-of';
import type { CommandDeps } from '../../src/commands/wiring';
import { readConfig, type Config } from '../../src/config';
import { connect, type Db } from '../../src/platform/postgres/connect';
import { migrate } from '../../src/platform/postgres/migrate';
import { createLog } from '../../src/platform/observe/log';
import { createVault, type Vault } from '../../src/platform/crypto/vault';
import { startPostgres } from '../../sandbox/embedded/postgres';
import { createRegister } from '../../sandbox/embedded/register';
import { spawnGuard } from '../../sandbox/embedded/spawn-guard';
import { freePort } from '../../test/support/free-port';
import {
  Lines,
  bankAccounts,
  openAccounts,
  type AccountBanks,
  type Accounts,
} from '../accounts/accounts';
import { openFrontDoor } from './front-door';
import { createMerchants, type Merchants } from './merchants';
import { Processes } from './processes';
import { temporalPart, type TemporalKind } from './temporal-part';

export interface InstallationOptions {
  readonly seed: number;
  /** Money of merchants is pending at first. */
  readonly hasBankDays: boolean;
  readonly temporal: TemporalKind;
  /** The compiled `gateway` command. */
  readonly entry: string;
  /** Entry script of one API and one worker; may belong to an earlier release (`--beside`). */
  readonly besideEntry: string;
  readonly print: (line: string) => void;
}

export interface Installation {
  readonly folder: string;
  readonly processes: Processes;
  readonly db: Db;
  readonly vault: Vault;
  /** The load balancer in front of both APIs. */
  readonly apiUrl: string;
  readonly bankUrl: string;
  readonly providerKey: string;
  readonly merchants: Merchants;
  /** The provider accounts of the merchant `routed`. */
  readonly accounts: Accounts;
  readonly temporalAddress: string;
  /** Runs a `gateway` command. Rejects if it fails. */
  gateway(args: readonly string[]): Promise<void>;
  /** Stops all processes, and removes the files unless `keepFiles`. */
  close(keepFiles: boolean): Promise<void>;
}

/**
 * Starts the processes of a deployment: a durable Postgres, a Temporal server, two APIs behind a
 * load balancer, two workers and the sandbox banks. None outlives this process.
 */
export async function startInstallation(options: InstallationOptions): Promise<Installation> {
  const { print } = options;
  const folder = mkdtempSync(path.join(tmpdir(), 'saphan-chaos-'));
  mkdirSync(path.join(folder, 'logs'));
  const registerFile = path.join(folder, 'register.json');
  const register = createRegister(registerFile);
  spawnGuard(registerFile, require.resolve('../../sandbox/embedded/guard'));
  const processes = new Processes({ folder, register, print });
  try {
    const built = await build(options, { folder, register, processes });
    return {
      folder,
      processes,
      ...built,
      async close(keepFiles) {
        await built.db.destroy();
        await built.frontDoor.close();
        await built.accounts.close();
        await processes.stop();
        if (!keepFiles) rmSync(folder, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await processes.stop();
    throw error;
  }
}

interface Site {
  readonly folder: string;
  readonly register: ReturnType<typeof createRegister>;
  readonly processes: Processes;
}

async function build(
  { seed, hasBankDays, temporal, entry, besideEntry }: InstallationOptions,
  { folder, register, processes }: Site,
) {
  const ports = await Promise.all(Array.from({ length: 6 }, () => freePort()));
  const [postgresPort = 0, apiPort1 = 0, apiPort2 = 0, ...others] = ports;
  const [workerPort1 = 0, workerPort2 = 0, bankPort = 0] = others;
  const postgres = await processes.keep({
    name: 'postgres',
    start: (signal) => startPostgres({ dataDir: folder, port: postgresPort, register, signal }),
  });
  const { signal } = processes;
  const options = { dataDir: folder, postgresUrl: postgres.url, register, signal };
  const { address: temporalAddress } = await processes.keep(await temporalPart(temporal, options));
  await migrate(postgres.url);
  const frontDoor = await openFrontDoor([apiPort1, apiPort2]);
  const lines = await Lines.open(seed);
  const providerKey = newKey();
  const environment = environmentOf({
    DATA_DIR: folder,
    DATABASE_URL: postgres.url,
    TEMPORAL_ADDRESS: temporalAddress,
    PUBLIC_URL: frontDoor.url,
    GATEWAY_URL: frontDoor.url,
    PROVIDER_URL: `http://127.0.0.1:${bankPort}`,
    PROVIDER_KEY: providerKey,
  });
  const keepOf =
    (build: string): Keep =>
    (name, command, own) =>
      processes.keepGateway({ name, entry: build, command }, { ...environment, ...own });
  const [keep, keepBeside] = [keepOf(entry), keepOf(besideEntry)];
  // The verdict reads whole tables on a busy machine.
  const db = connect(postgres.url, { poolMax: 4, statementTimeoutMs: 120_000 });
  // Before the APIs start: a running API knows new accounts only after seconds.
  const deps = depsOf(readConfig(environment), db);
  const merchants = await createMerchants(deps, hasBankDays);
  const accounts = await openAccounts(deps, merchants.routed.merchantId, {
    lines,
    banks: await planBanks(),
  });
  await keepBanks(keep, folder, accounts);
  await accounts.turnOn();
  await Promise.all([
    keep('api-1', 'api', { PORT: `${apiPort1}` }),
    keepBeside('api-2', 'api', { PORT: `${apiPort2}` }),
    keep('worker-1', 'worker', { WORKER_PORT: `${workerPort1}` }),
    keepBeside('worker-2', 'worker', { WORKER_PORT: `${workerPort2}` }),
    keep('bank', 'sandbox-bank', { SANDBOX_BANK_PORT: `${bankPort}` }),
  ]);
  return {
    db,
    vault: deps.vault,
    apiUrl: frontDoor.url,
    bankUrl: environment.PROVIDER_URL,
    providerKey,
    merchants,
    accounts,
    temporalAddress,
    frontDoor,
    async gateway(args: readonly string[]) {
      await promisify(execFile)(process.execPath, [entry, ...args], { env: environment });
    },
  };
}

const environmentOf = <T extends object>(own: T) => ({
  ...own,
  ENCRYPTION_KEYS: `chaos:${randomBytes(32).toString('base64')}`,
  // Inquiries about payouts without a callback happen within the run.
  PAYOUT_INQUIRY_SECONDS: '5,10,20',
  WEBHOOK_ALLOW_PRIVATE: 'true',
  PROVIDER_ALLOW_PRIVATE: 'true',
  RATE_LIMIT_PER_SECOND: '1000000',
  CONNECTIONS_PER_ADDRESS: '10000',
  // Visitors of pages have addresses of their own.
  TRUSTED_PROXIES: '1',
  LOG_LEVEL: 'warn',
});

type Keep = (
  name: string,
  command: string,
  own: Readonly<Record<string, string>>,
) => Promise<unknown>;

/** Starts the sandbox banks of the accounts. */
const keepBanks = (keep: Keep, folder: string, { banks, lines }: Accounts) =>
  Promise.all(
    bankAccounts.map((name) => {
      const { bankUrl, providerKey, billerId } = banks[name];
      return keep(`bank-${name}`, 'sandbox-bank', {
        SANDBOX_BANK_PORT: new URL(bankUrl).port,
        DATA_DIR: path.join(folder, name),
        PROVIDER_KEY: providerKey,
        BILLER_ID: billerId,
        GATEWAY_URL: lines.byName[name].url,
      });
    }),
  );

const newKey = (): string => randomBytes(24).toString('base64url');

async function planBanks(): Promise<AccountBanks> {
  const planBank = async (billerId: string) => ({
    providerKey: newKey(),
    billerId,
    bankUrl: `http://127.0.0.1:${await freePort()}`,
  });
  return { first: await planBank('010000000000011'), second: await planBank('010000000000012') };
}

/** As a `gateway` command has them, without a log. */
function depsOf(config: Config, db: Db): CommandDeps {
  const vault = createVault(config.encryptionKeys);
  const log = createLog('silent', 'chaos');
  return { config, db, vault, providers: accountsOf(config, { db, vault, log }) };
}

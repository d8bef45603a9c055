import { rmSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { ConfigError } from '../../src/config';
import type { Config } from '../../src/config';
import type { Environment } from './cache-dir';
import { folderPaths } from './folder';
import { lockHolder } from './lock';
import { plannedPorts } from './ports';
import { readPrivateJson, writePrivateJson } from './private-file';

/** Settings that say where an instance is. None is a key. */
const addressSettings = [
  'HOST',
  'PUBLIC_URL',
  'DATABASE_URL',
  'TEMPORAL_ADDRESS',
  'TEMPORAL_NAMESPACE',
  'TEMPORAL_UI_URL',
  'PROVIDER',
  'PROVIDER_URL',
  'GATEWAY_URL',
  'SANDBOX_BANK_URL',
] as const;

const kept = z.record(z.string(), z.string());

/** Whether a `start` runs on the data folder. */
export const isRunning = (dataDir: string): boolean =>
  lockHolder(folderPaths(dataDir).lockFile) !== null;

/** Records the addresses of a `start` that begins, for commands in other shells. */
export function recordInstance(config: Config, env: Environment): { readonly forget: () => void } {
  const { instanceFile } = folderPaths(config.dataDir);
  const ports = plannedPorts(config).map(({ variable, port }) => [variable, `${port}`] as const);
  const given = addressSettings.flatMap((name) => (env[name] ? [[name, env[name]] as const] : []));
  writePrivateJson(instanceFile, Object.fromEntries([...ports, ...given]));
  return { forget: () => rmSync(instanceFile, { force: true }) };
}

/**
 * The environment of a command, completed by the addresses of the instance that runs on its
 * DATA_DIR, so that none of them has to be repeated. Throws ConfigError when the environment names
 * another one. An environment with a DATABASE_URL names its database itself and stays as it is.
 */
export function joinInstance(env: Environment): Environment {
  if (env['DATABASE_URL']) return env;
  const dataDir = path.resolve(env['DATA_DIR'] || '.data');
  if (!isRunning(dataDir)) return env;
  const recorded = readPrivateJson(folderPaths(dataDir).instanceFile);
  if (recorded === null) {
    throw new ConfigError([
      `DATA_DIR: the gateway that runs on ${dataDir} has not recorded its addresses yet`,
    ]);
  }
  const addresses = Object.entries(kept.parse(recorded));
  const faults = addresses
    .filter(([name, value]) => env[name] && env[name] !== value)
    .map(([name, value]) => `${name}: ${env[name]}, but the gateway on ${dataDir} has ${value}`);
  if (faults.length > 0) throw new ConfigError(faults);
  return { ...env, ...Object.fromEntries(addresses) };
}

import { rmSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { ConfigError, type Config, type Environment } from '../../src/config';
import { folderPaths } from './folder';
import { lockHolder } from './lock';
import { plannedPorts } from './ports';
import { readPrivateJson, writePrivateJson } from './private-file';

/** Settings with addresses of an instance. None is secret. */
const addressSettings = [
  'HOST',
  'PUBLIC_URL',
  'CONSOLE_ADDRESS',
  'CONSOLE_URL',
  'METRICS_ADDRESS',
  'CALLBACKS_ADDRESS',
  'CALLBACKS_URL',
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

/** Why it is not known whether a `start` runs on the data folder; null if it is known. */
export function folderFault(dataDir: string): string | null {
  try {
    isRunning(dataDir);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Stores the addresses of this instance for other commands. */
export function recordInstance(config: Config, env: Environment): { readonly forget: () => void } {
  const { instanceFile } = folderPaths(config.dataDir);
  const ports = plannedPorts(config).map(({ variable, port }) => [variable, `${port}`] as const);
  const given = addressSettings.flatMap((name) => (env[name] ? [[name, env[name]] as const] : []));
  writePrivateJson(instanceFile, Object.fromEntries([...ports, ...given]));
  return { forget: () => rmSync(instanceFile, { force: true }) };
}

/**
 * The environment of a command with the addresses of the instance that runs on its DATA_DIR. An
 * environment with DATABASE_URL is returned unchanged, and with `acceptUnreadable` also one with a
 * DATA_DIR that is not readable. Throws ConfigError if an address differs.
 */
export function joinInstance(
  env: Environment,
  { acceptUnreadable }: { readonly acceptUnreadable: boolean },
): Environment {
  if (env['DATABASE_URL']) return env;
  const dataDir = path.resolve(env['DATA_DIR'] || '.data');
  if (acceptUnreadable && folderFault(dataDir) !== null) return env;
  if (!isRunning(dataDir)) return env;
  const recorded = readPrivateJson(folderPaths(dataDir).instanceFile);
  if (recorded === null) {
    throw new ConfigError([`DATA_DIR: the gateway on ${dataDir} is still starting`]);
  }
  const addresses = Object.entries(kept.parse(recorded));
  const faults = addresses
    .filter(([name, value]) => env[name] && env[name] !== value)
    .map(([name, value]) => `${name}: is ${env[name]}, but the gateway on ${dataDir} has ${value}`);
  if (faults.length > 0) throw new ConfigError(faults);
  return { ...env, ...Object.fromEntries(addresses) };
}

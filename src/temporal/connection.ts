import { readFile } from 'node:fs/promises';
import { Client, Connection } from '@temporalio/client';
import type { TLSConfig } from '@temporalio/client';
import type { Config } from '../config';

export interface ConnectionSettings {
  readonly address: string;
  readonly tls: TLSConfig | boolean;
  readonly apiKey?: string;
}

/** How to reach Temporal. Reads the certificates that the configuration names. */
export async function connectionSettings(config: Config): Promise<ConnectionSettings> {
  const { address, tls, apiKey } = config.temporal;
  if (address === null) throw new Error('TEMPORAL_ADDRESS: not set');
  return {
    address,
    tls: tls === null ? apiKey !== null : await readTls(tls),
    ...(apiKey === null ? {} : { apiKey }),
  };
}

type TlsFiles = NonNullable<Config['temporal']['tls']>;

async function readTls({ caFile, certFile, keyFile }: TlsFiles): Promise<TLSConfig> {
  return {
    ...(caFile === null ? {} : { serverRootCACertificate: await readFile(caFile) }),
    ...(certFile === null || keyFile === null
      ? {}
      : { clientCertPair: { crt: await readFile(certFile), key: await readFile(keyFile) } }),
  };
}

/** A client that connects when it is first used, so that a process starts without Temporal. */
export async function createClient(config: Config): Promise<Client> {
  const connection = Connection.lazy(await connectionSettings(config));
  return new Client({ connection, namespace: config.temporal.namespace });
}

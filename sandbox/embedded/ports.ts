import { createConnection, createServer } from 'node:net';
import type { Config } from '../../src/config';
import { SetupError } from './setup-error';

/** A port of `start` and the variable that sets it. */
export interface PlannedPort {
  readonly variable: string;
  readonly host: string;
  readonly port: number;
}

/** The ports that `start` uses with this configuration. */
export function plannedPorts(config: Config): PlannedPort[] {
  const host = '127.0.0.1';
  const { database, temporal, http, sandboxBank, worker } = config;
  return [
    { variable: 'PORT', host: http.host, port: http.port },
    ...Object.entries(http.listeners).flatMap(([name, listener]) =>
      listener === null ? [] : [{ variable: `${name.toUpperCase()}_ADDRESS`, ...listener }],
    ),
    { variable: 'WORKER_PORT', host: http.host, port: worker.port },
    ...(config.mode === 'live'
      ? []
      : [{ variable: 'SANDBOX_BANK_PORT', host: http.host, port: sandboxBank.port }]),
    ...(database.url === null
      ? [{ variable: 'POSTGRES_PORT', host, port: database.embeddedPort }]
      : []),
    ...(temporal.address === null
      ? [
          { variable: 'TEMPORAL_PORT', host, port: temporal.embeddedPort },
          { variable: 'TEMPORAL_UI_PORT', host, port: temporal.embeddedUiPort },
        ]
      : []),
  ];
}

/** Throws SetupError, with the variables, if a port is in use or configured twice. */
export async function requireFreePorts(planned: readonly PlannedPort[]): Promise<void> {
  const faults: string[] = [];
  for (const [index, { variable, host, port }] of planned.entries()) {
    const twin = planned.slice(0, index).find((other) => other.port === port);
    if (twin !== undefined) {
      faults.push(`${variable} and ${twin.variable} are both ${port}: set different ports.`);
      continue;
    }
    const fault = await portFault(host, port);
    if (fault !== null) faults.push(`${fault}: set ${variable} to another port.`);
  }
  if (faults.length > 0) throw new SetupError(faults.join('\n'));
}

/** Why the port cannot be used. Null: it is free. */
export async function portFault(host: string, port: number): Promise<string | null> {
  try {
    await listenOnce(host, port);
    return null;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') return `Port ${port} on ${host} is in use by another program`;
    if (code === 'EACCES') return `Port ${port} requires a privilege`;
    return `Port ${port} on ${host} is not usable (${message})`;
  }
}

function listenOnce(host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve()));
  });
}

/** Whether a server accepts connections at an address such as `127.0.0.1:7233`. */
export function isListening(address: string): Promise<boolean> {
  const { hostname, port } = new URL(`http://${address}`);
  return new Promise((resolve) => {
    const socket = createConnection({ host: hostname, port: Number(port) });
    const settle = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('connect', () => settle(true)).once('error', () => settle(false));
  });
}

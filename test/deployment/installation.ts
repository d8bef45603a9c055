import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

const root = path.join(__dirname, '..', '..');
export const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

export interface Container {
  readonly image: string;
  readonly build?: unknown;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string | number | boolean>>;
  readonly ports?: readonly string[];
  readonly restart?: string;
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly logging?: { readonly driver: string; readonly options: Record<string, string> };
  readonly volumes?: readonly string[];
  readonly profiles?: readonly string[];
  readonly cap_drop?: readonly string[];
  readonly cap_add?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly networks?: readonly string[];
  readonly network_mode?: string;
  readonly mem_limit?: string;
  readonly pids_limit?: number;
}

interface ComposeFile {
  readonly 'x-environment': Readonly<Record<string, string>>;
  readonly services: Readonly<Record<string, Container>>;
  readonly configs: Readonly<Record<string, { readonly content: string }>>;
  readonly networks: Readonly<Record<string, { readonly internal?: boolean }>>;
}

/** docker-compose.yml with its variables not replaced. */
export const compose = parse(read('docker-compose.yml'), { merge: true }) as ComposeFile;

export const services = Object.entries(compose.services);

/** The services that run the gateway's image. */
export const ownServices = services.filter(([, { image }]) => image.startsWith('${SAPHAN_IMAGE'));

/** The same without the sandbox bank, which is no part of the gateway. */
export const gatewayServices = ownServices.filter(([name]) => name !== 'sandbox-bank');

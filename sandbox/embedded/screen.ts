import type { FolderPaths } from './folder';

/** The addresses and keys of a running sandbox. */
export interface SandboxFacts {
  readonly apiUrl: string;
  readonly bankUrl: string;
  /** Null for an external Temporal server. */
  readonly temporalUiUrl: string | null;
  readonly temporalAddress: string;
  readonly databaseUrl: string;
  readonly merchantId: string;
  readonly apiKey: string;
  readonly providerKey: string;
}

/** The text after the start of a sandbox, for a terminal of 80 columns. */
export function sandboxScreen(facts: SandboxFacts, dataDir: string): string {
  return [
    '',
    'Saphan is running in sandbox mode: test money only.',
    '',
    `  API           ${facts.apiUrl}`,
    `  Dashboard     ${facts.apiUrl}/dashboard   (sign up; mail is at ${facts.bankUrl}/mail)`,
    `  Console       ${facts.apiUrl}/console   (npm run gateway -- operator create <email>)`,
    `  Sandbox bank  ${facts.bankUrl}   (pay QR codes here)`,
    ...(facts.temporalUiUrl === null ? [] : [`  Temporal UI   ${facts.temporalUiUrl}`]),
    '',
    `  Merchant      ${facts.merchantId}`,
    `  API key       ${facts.apiKey}`,
    '',
    'Invite an owner to its dashboard:',
    '',
    `  npm run gateway -- merchant invite ${facts.merchantId} --email <email>`,
    '',
    'Create a QR code for 100 baht:',
    '',
    `  curl -sS ${facts.apiUrl}/Thai/v1/qr-codes \\`,
    `    -H 'Authorization: Bearer ${facts.apiKey}' \\`,
    `    -H 'Content-Type: application/json' \\`,
    `    -d '{"amount":100,"currency":"THB","reference":"order-1"}'`,
    '',
    `Logs: ${dataDir}/logs   For scripts: ${dataDir}/sandbox.json   Stop: Ctrl-C`,
    '',
  ].join('\n');
}

export function liveScreen(
  { apiUrl, temporalUiUrl }: Pick<SandboxFacts, 'apiUrl' | 'temporalUiUrl'>,
  { dataDir, secretsFile }: Pick<FolderPaths, 'dataDir' | 'secretsFile'>,
  hasKeys: boolean,
): string {
  return [
    '',
    'Saphan is running in live mode.',
    '',
    `  API           ${apiUrl}`,
    `  Dashboard     ${apiUrl}/dashboard`,
    `  Console       ${apiUrl}/console   (npm run gateway -- operator create <email>)`,
    ...(temporalUiUrl === null ? [] : [`  Temporal UI   ${temporalUiUrl}`]),
    '',
    ...(hasKeys
      ? []
      : [`ENCRYPTION_KEYS is not set: back up ${secretsFile}, which contains the keys.`]),
    `Logs: ${dataDir}/logs   Stop: Ctrl-C`,
    '',
  ].join('\n');
}

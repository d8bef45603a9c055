import type { FolderPaths } from './folder';

/** The addresses and keys of a running sandbox. */
export interface SandboxFacts {
  readonly apiUrl: string;
  readonly consoleUrl: string;
  readonly bankUrl: string;
  /** Null for an external Temporal server. */
  readonly temporalUiUrl: string | null;
  readonly temporalAddress: string;
  readonly databaseUrl: string;
  readonly merchantId: string;
  readonly apiKey: string;
  readonly providerKey: string;
  /** Only with `--providers`. */
  readonly providers?: ProvidersFacts;
}

/** The fake providers, and the merchant that has accounts at them. */
export interface ProvidersFacts {
  readonly merchantId: string;
  readonly apiKey: string;
  readonly omiseUrl: string;
  readonly scbUrl: string;
  readonly controlsUrl: string;
  /** A bank that verifies payments with the gateway first, and the merchant of its biller. */
  readonly billBank: { readonly url: string; readonly merchantId: string; readonly apiKey: string };
  /** The settings of an account at each, with its credentials, by connector. */
  readonly settings: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** Where people open the pages: cookies, passkeys and links in mails are those of these hosts. */
export interface PageAddresses {
  readonly publicUrl: string;
  readonly consoleUrl: string;
}

/** The text after the start of a sandbox, for a terminal of 80 columns. */
export function sandboxScreen(
  facts: SandboxFacts,
  pages: PageAddresses & { readonly bankUrl: string },
  dataDir: string,
): string {
  return [
    '',
    'Saphan is running in sandbox mode: test money only.',
    '',
    `  API           ${facts.apiUrl}`,
    `  Dashboard     ${pages.publicUrl}/dashboard   (sign up; mail is at ${pages.bankUrl}/mail)`,
    `  Console       ${pages.consoleUrl}/console   (npm run gateway -- operator create <email>)`,
    `  Sandbox bank  ${pages.bankUrl}   (pay QR codes here)`,
    ...(facts.temporalUiUrl === null ? [] : [`  Temporal UI   ${facts.temporalUiUrl}`]),
    '',
    `  Merchant      ${facts.merchantId}`,
    `  API key       ${facts.apiKey}`,
    '',
    ...(facts.providers === undefined ? [] : providersLines(facts.providers)),
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

const providersLines = (providers: ProvidersFacts): readonly string[] => [
  'Fake providers, with a merchant of their own (docs/providers/README.md, Try it):',
  '',
  `  Omise         ${providers.omiseUrl}`,
  `  SCB           ${providers.scbUrl}`,
  `  Controls      ${providers.controlsUrl}/api/state`,
  `  Merchant      ${providers.merchantId}`,
  `  API key       ${providers.apiKey}`,
  `  Bill bank     ${providers.billBank.url}   (verifies first: pay and cancel there)`,
  `  Its merchant  ${providers.billBank.merchantId}`,
  `  API key       ${providers.billBank.apiKey}`,
  '',
  'Their credentials, for accounts that you add yourself:',
  '',
  ...Object.entries(providers.settings).map(
    ([connector, settings]) =>
      `  ${connector.padEnd(14)}${Object.entries(settings)
        .map(([name, value]) => `${name}=${value}`)
        .join(`\n${' '.repeat(16)}`)}`,
  ),
  '',
];

export function liveScreen(
  { apiUrl, temporalUiUrl }: Pick<SandboxFacts, 'apiUrl' | 'temporalUiUrl'>,
  { publicUrl, consoleUrl }: PageAddresses,
  { dataDir, secretsFile }: Pick<FolderPaths, 'dataDir' | 'secretsFile'>,
  hasKeys: boolean,
): string {
  return [
    '',
    'Saphan is running in live mode.',
    '',
    `  API           ${apiUrl}`,
    `  Dashboard     ${publicUrl}/dashboard`,
    `  Console       ${consoleUrl}/console   (npm run gateway -- operator create <email>)`,
    ...(temporalUiUrl === null ? [] : [`  Temporal UI   ${temporalUiUrl}`]),
    '',
    ...(hasKeys
      ? []
      : [`ENCRYPTION_KEYS is not set: back up ${secretsFile}, which contains the keys.`]),
    `Logs: ${dataDir}/logs   Stop: Ctrl-C`,
    '',
  ].join('\n');
}

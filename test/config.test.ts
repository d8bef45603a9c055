import { ConfigError, liveFaults, readConfig } from '../src/config';
import { connectionSettings } from '../src/kernel/temporal/connection';

const ring = (...ids: readonly string[]) =>
  ids.map((id) => `${id}:${Buffer.alloc(32, id).toString('base64')}`).join(',');

/** The errors that an invalid environment reports. */
function faultsOf(env: Readonly<Record<string, string>>): readonly string[] {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
  return [];
}

describe('rotated keys', () => {
  it('of the provider are all accepted, and the first one is sent', () => {
    const { provider } = readConfig({ PROVIDER_KEY: 'the-old-key-of-it,the-new-key-of-it' });
    expect(provider).toMatchObject({
      key: 'the-old-key-of-it',
      acceptedKeys: ['the-old-key-of-it', 'the-new-key-of-it'],
    });
  });

  it('authenticate nobody when unset', () => {
    const { provider, operatorKeys } = readConfig({});
    expect([provider.key, provider.acceptedKeys, operatorKeys]).toEqual([null, [], []]);
  });

  it.each([
    ['short', 'k'.repeat(15)],
    ['keys with a space', `${'k'.repeat(16)} `],
    ['a long key and a short one', `${'k'.repeat(16)},short`],
    ['a key and an empty one', `${'k'.repeat(16)},`],
    ['more than four', Array.from({ length: 5 }, () => 'k'.repeat(16)).join(',')],
  ])('that are %s are rejected without being repeated', (_name, keys) => {
    for (const variable of ['PROVIDER_KEY', 'OPERATOR_KEY']) {
      const faults = faultsOf({ [variable]: keys });
      expect(faults).toEqual([
        expect.stringContaining(`${variable}: must have at least 16 characters`),
      ]);
      expect(faults.join('')).not.toContain('kkk');
    }
  });
});

describe('encryption keys', () => {
  it('are read in their order', () => {
    const { encryptionKeys } = readConfig({ ENCRYPTION_KEYS: ring('k2', 'k1') });
    expect(encryptionKeys.map(({ id }) => id)).toEqual(['k2', 'k1']);
  });

  it('with the same name are rejected, because sealed values name their key', () => {
    expect(faultsOf({ ENCRYPTION_KEYS: ring('k1', 'k1') })).toEqual([
      'ENCRYPTION_KEYS: must not repeat an id',
    ]);
  });

  it.each([
    'k1',
    'k1:',
    ':AAAA',
    `k1:${Buffer.alloc(31).toString('base64')}`,
    `k 1:${'A'.repeat(44)}`,
  ])('written as %p are rejected without being repeated', (written) => {
    expect(faultsOf({ ENCRYPTION_KEYS: written })).toEqual([
      'ENCRYPTION_KEYS: must be id:key pairs, comma-separated, each key 32 bytes in base64',
    ]);
  });
});

describe('live mode', () => {
  const base64 = (bytes: string | Uint8Array) => Buffer.from(bytes).toString('base64');
  const strong = (n: number) => `${n}cR7vX2mQ9tLw4nZk8sBd1fGh6jYp3aUe`;
  const random = 'Zr0oQ1b7q8w2Vn5Xj4k9Tt6yLmPzAeHdGfCsUiRoWxE=';
  const safe = {
    PROVIDER: 'gw',
    PROVIDER_URL: 'https://provider.example',
    PROVIDER_KEY: strong(1),
    OPERATOR_KEY: strong(2),
    BILLER_ID: '012345678901234',
    BILLER_NAME: 'Somchai Pay',
    PUBLIC_URL: 'https://pay.example.com',
    SMTP_URL: 'smtps://mail.example.com',
    MAIL_FROM: 'Pay <pay@example.com>',
    ENCRYPTION_KEYS: `k1:${random}`,
  };

  it('starts with safe settings', () => {
    expect(faultsOf(safe)).toEqual([]);
    expect(readConfig(safe).mode).toBe('live');
    const hex = '4f1c9a07be52d83e6b0a95f7c2e81d34';
    expect(faultsOf({ ...safe, PROVIDER_KEY: `${hex},${strong(3)}` })).toEqual([]);
    expect(faultsOf({ ...safe, OPERATOR_KEY: '' })).toEqual([]);
  });

  it('starts without a provider in the environment', () => {
    const none = { PROVIDER: 'none', PROVIDER_URL: '', PROVIDER_KEY: '', BILLER_ID: '' };
    expect(faultsOf({ ...safe, ...none })).toEqual([]);
    expect(readConfig({ ...safe, ...none })).toMatchObject({
      mode: 'live',
      provider: { isConfigured: false, acceptedKeys: [] },
    });
  });

  /** A changed setting of a valid configuration, and the variable that the error names. */
  const unsafe: readonly (readonly [Readonly<Record<string, string>>, string])[] = [
    [{ PUBLIC_URL: '' }, 'PUBLIC_URL'],
    [{ PUBLIC_URL: 'http://pay.example.com' }, 'PUBLIC_URL'],
    [{ PROVIDER_URL: 'http://provider.example' }, 'PROVIDER_URL'],
    [{ CALLBACKS_URL: 'http://callbacks.example' }, 'CALLBACKS_URL'],
    [{ WEBHOOK_ALLOW_PRIVATE: 'true' }, 'WEBHOOK_ALLOW_PRIVATE'],
    [{ PROVIDER_ALLOW_PRIVATE: 'true' }, 'PROVIDER_ALLOW_PRIVATE'],
    [{ PROVIDER_CALLBACK_SECRET: 'a'.repeat(64) }, 'PROVIDER_CALLBACK_SECRET'],
    [{ PROVIDER_CALLBACK_SECRET: strong(1) }, 'PROVIDER_CALLBACK_SECRET'],
    [{ PROVIDER_KEY: 'a'.repeat(16) }, 'PROVIDER_KEY'],
    [{ PROVIDER_KEY: 'a'.repeat(64) }, 'PROVIDER_KEY'],
    [{ PROVIDER_KEY: 'password1234password1234password1234' }, 'PROVIDER_KEY'],
    [{ PROVIDER_KEY: `${strong(1)},${'ab'.repeat(20)}` }, 'PROVIDER_KEY'],
    [{ OPERATOR_KEY: 'aaaaaaaaaaaaaaaa' }, 'OPERATOR_KEY'],
    [{ OPERATOR_KEY: 'cR7vX2mQ9tLw4nZk8sBd1fGh6jYp3aU' }, 'OPERATOR_KEY'],
    [{ OPERATOR_KEY: strong(1) }, 'OPERATOR_KEY'],
    [{ OPERATOR_KEY: `${strong(2)},${strong(1)}` }, 'OPERATOR_KEY'],
    [{ ENCRYPTION_KEYS: `k1:${Buffer.alloc(32).toString('base64')}` }, 'ENCRYPTION_KEYS'],
    [{ ENCRYPTION_KEYS: `k1:${random},${ring('k')}` }, 'ENCRYPTION_KEYS'],
    [{ SMTP_URL: '' }, 'SMTP_URL'],
    [{ BILLER_NAME: '' }, 'BILLER_NAME'],
    [{ BILLER_NAME: 'Saphan Sandbox' }, 'BILLER_NAME'],
    [{ BILLER_ID: '' }, 'BILLER_ID'],
    [{ NODE_TLS_REJECT_UNAUTHORIZED: '0' }, 'NODE_TLS_REJECT_UNAUTHORIZED'],
    [{ SMTP_URL: 'smtp://mail.example.com' }, 'SMTP_URL'],
    [{ SMTP_URL: 'smtp://127.example.com?requireTLS=false' }, 'SMTP_URL'],
    [{ SMTP_URL: 'smtp://mail.example.com?requireTLS=true&ignoreTLS=true' }, 'SMTP_URL'],
    [{ SMTP_URL: 'smtps://mail.example.com?tls.rejectUnauthorized=false' }, 'SMTP_URL'],
    [{ ENCRYPTION_KEYS: `k1:${base64('abcdefghijklmnopqrstuvwxyzABCDEF')}` }, 'ENCRYPTION_KEYS'],
    [
      { ENCRYPTION_KEYS: `k1:${base64(Uint8Array.from({ length: 32 }, (_, i) => 7 + i))}` },
      'ENCRYPTION_KEYS',
    ],
    [{ PROVIDER_KEY: 'correct-horse-battery-staple-correct' }, 'PROVIDER_KEY'],
    [{ PROVIDER_KEY: 'CorrectHorseBatteryStapleCorrect2026' }, 'PROVIDER_KEY'],
    [{ OPERATOR_KEY: 'saphanoperatorkeyforproductionuse' }, 'OPERATOR_KEY'],
    [{ OPERATOR_KEY: 'abcdefghijklmnopqrstuvwxyz0123456789' }, 'OPERATOR_KEY'],
    [{ OPERATOR_KEY: strong(4), PROVIDER_CALLBACK_SECRET: strong(4) }, 'OPERATOR_KEY'],
    [{ PUBLIC_URL: 'https://localhost' }, 'PUBLIC_URL'],
    [{ PUBLIC_URL: 'https://pay.localhost' }, 'PUBLIC_URL'],
    [{ PUBLIC_URL: 'https://203.0.113.7' }, 'PUBLIC_URL'],
    [{ PUBLIC_URL: 'https://0x7f000001' }, 'PUBLIC_URL'],
    [{ PUBLIC_URL: 'https://[2001:db8::1]' }, 'PUBLIC_URL'],
    [{ PUBLIC_URL: 'https://pay.example.com/gateway' }, 'PUBLIC_URL'],
    [{ PUBLIC_URL: 'https://user@pay.example.com' }, 'PUBLIC_URL'],
    [{ CALLBACKS_URL: 'https://10.0.0.4' }, 'CALLBACKS_URL'],
    [{ CONSOLE_URL: 'https://console.example.com/console' }, 'CONSOLE_URL'],
    [{ PROVIDER_URL: 'https://10.0.0.4' }, 'PROVIDER_URL'],
    [{ PROVIDER_URL: 'https://169.254.169.254/latest' }, 'PROVIDER_URL'],
    [{ PROVIDER_URL: 'https://[::ffff:127.0.0.1]' }, 'PROVIDER_URL'],
    [{ PROVIDER_URL: 'https://localhost:8443' }, 'PROVIDER_URL'],
    [{ PROVIDER_URL: 'https://key:secret@provider.example' }, 'PROVIDER_URL'],
    [{ TEMPORAL_API_KEY: 'k', TEMPORAL_TLS: 'false' }, 'TEMPORAL_TLS'],
  ];

  it.each<readonly [Readonly<Record<string, string>>, readonly string[]]>([
    [{ TRUSTED_PROXIES: '1' }, []],
    [{ TRUSTED_PROXIES: '0' }, ['TRUSTED_PROXIES']],
    [
      { TRUSTED_PROXIES: '1', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.example:4318' },
      ['OTEL_EXPORTER_OTLP_ENDPOINT'],
    ],
    [
      { TRUSTED_PROXIES: '1', OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://10.0.0.9:4318/v1' },
      ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'],
    ],
    [{ TRUSTED_PROXIES: '1', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' }, []],
    [{ TRUSTED_PROXIES: '1', OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example' }, []],
  ])('starts with %j and warns of %j', (given, variables) => {
    expect(faultsOf({ ...safe, ...given })).toEqual([]);
    const { warnings } = readConfig({ ...safe, ...given });
    expect(warnings.map((warning) => warning.split(': ')[0])).toEqual(variables);
  });

  it.each([
    { SMTP_URL: 'smtp://mail.example.com:587?requireTLS=true' },
    { SMTP_URL: 'smtp://127.0.0.1:25' },
    { PROVIDER_URL: 'https://203.1.113.7/api' },
    { PUBLIC_URL: 'https://pay.example.com:8443/' },
    { TEMPORAL_API_KEY: 'k' },
    { NODE_TLS_REJECT_UNAUTHORIZED: '1' },
  ])('starts with %j', (given) => {
    expect(faultsOf({ ...safe, ...given })).toEqual([]);
  });

  it.each(unsafe)('rejects %p and names the setting, not its value', (given, name) => {
    const faults = faultsOf({ ...safe, ...given });
    expect(faults).toEqual([expect.stringMatching(`^${name}: .+ when PROVIDER=gw$`)]);
    const value = Object.values(given).join();
    if (value.length > 15) expect(faults.join()).not.toContain(value);
  });

  it('reports all invalid settings together, which doctor lists', () => {
    const given = Object.assign({}, safe, ...unsafe.map(([one]) => one), { SMTP_URL: '' });
    const all = {
      ...given,
      PUBLIC_URL: 'http://x',
      MAIL_FROM: '',
      BILLER_ID: safe.BILLER_ID,
      PROVIDER_CALLBACK_SECRET: 'a'.repeat(64),
      OPERATOR_KEY: 'a'.repeat(16),
      CONSOLE_URL: 'http://x/console',
    };
    const names = liveFaults(all).map((fault) => fault.split(':')[0]);
    expect(new Set(names)).toEqual(
      new Set([
        'PROVIDER_CALLBACK_SECRET',
        'PUBLIC_URL',
        'CALLBACKS_URL',
        'PROVIDER_URL',
        'WEBHOOK_ALLOW_PRIVATE',
        'PROVIDER_ALLOW_PRIVATE',
        'PROVIDER_KEY',
        'OPERATOR_KEY',
        'ENCRYPTION_KEYS',
        'SMTP_URL',
        'MAIL_FROM',
        'BILLER_NAME',
        'CONSOLE_URL',
        'NODE_TLS_REJECT_UNAUTHORIZED',
        'TEMPORAL_TLS',
      ]),
    );
    expect(faultsOf(all)).toEqual(liveFaults(all));
    expect(readConfig(all, { acceptUnsafe: true }).mode).toBe('live');
  });

  it('sends the API key of Temporal over TLS only', async () => {
    const config = readConfig({ ...safe, TEMPORAL_ADDRESS: 'a:7233', TEMPORAL_API_KEY: 'k' });
    expect(await connectionSettings(config)).toMatchObject({ tls: true, apiKey: 'k' });
  });

  it('has no effect on a sandbox', () => {
    expect(liveFaults({ WEBHOOK_ALLOW_PRIVATE: 'true', PUBLIC_URL: 'http://x' })).toEqual([]);
    expect(readConfig({ PUBLIC_URL: 'https://x' }).warnings).toEqual([]);
  });
});

describe('listeners', () => {
  it('have the addresses and URLs that are configured', () => {
    const { http, sandboxBank } = readConfig({
      CONSOLE_ADDRESS: '10.0.0.5:9001',
      METRICS_ADDRESS: '[::1]:9002',
      CALLBACKS_ADDRESS: 'inside.example:9003',
      CALLBACKS_URL: 'https://callbacks.example/',
    });
    expect(http.listeners).toEqual({
      console: { host: '10.0.0.5', port: 9001 },
      metrics: { host: '::1', port: 9002 },
      callbacks: { host: 'inside.example', port: 9003 },
    });
    expect(http.consoleUrl).toBe('http://localhost:9001');
    expect(http.callbacksUrl).toBe('https://callbacks.example');
    expect(sandboxBank.gatewayUrl).toBe('http://127.0.0.1:9003');
  });

  it('have the URL of PUBLIC_URL by default, whose proxy routes by path', () => {
    const { http } = readConfig({
      PUBLIC_URL: 'https://pay.example',
      CONSOLE_ADDRESS: '127.0.0.1:9001',
      CALLBACKS_ADDRESS: '127.0.0.1:9003',
    });
    expect([http.consoleUrl, http.callbacksUrl]).toEqual([http.publicUrl, 'https://pay.example']);
  });

  it.each(['9001', 'localhost', '::1:9001', 'localhost:0', 'localhost:65536', 'http://x:1'])(
    'cannot be at %p',
    (written) => {
      expect(faultsOf({ METRICS_ADDRESS: written })).toEqual([
        expect.stringMatching(/^METRICS_ADDRESS: must (be host:port|have a port up to 65535)$/),
      ]);
    },
  );

  it('reject a console whose URL has another scheme, because its cookies depend on it', () => {
    expect(
      faultsOf({ PUBLIC_URL: 'https://pay.example', CONSOLE_URL: 'http://c.example' }),
    ).toEqual(['CONSOLE_URL: must have the scheme of PUBLIC_URL']);
  });
});

import { ConfigError, liveFaults, readConfig } from '../src/config';

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

  it('authenticate no one when unset', () => {
    const { provider, operatorKeys } = readConfig({});
    expect([provider.key, provider.acceptedKeys, operatorKeys]).toEqual([null, [], []]);
  });

  it.each([
    ['short', 'k'.repeat(15)],
    ['keys with a space', `${'k'.repeat(16)} `],
    ['short after a long one', `${'k'.repeat(16)},short`],
    ['empty after a comma', `${'k'.repeat(16)},`],
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

  it('of one name are refused: what one seals, the other would be asked to open', () => {
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
  ])('written as %p are refused, and not told again', (written) => {
    expect(faultsOf({ ENCRYPTION_KEYS: written })).toEqual([
      'ENCRYPTION_KEYS: must be id:key pairs, comma-separated, each key 32 bytes in base64',
    ]);
  });
});

describe('live mode', () => {
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

  /** A setting changed from the valid ones, and the variable that the error names. */
  const unsafe: readonly (readonly [Readonly<Record<string, string>>, string])[] = [
    [{ PUBLIC_URL: '' }, 'PUBLIC_URL'],
    [{ PUBLIC_URL: 'http://pay.example.com' }, 'PUBLIC_URL'],
    [{ PROVIDER_URL: 'http://provider.example' }, 'PROVIDER_URL'],
    [{ WEBHOOK_ALLOW_PRIVATE: 'true' }, 'WEBHOOK_ALLOW_PRIVATE'],
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
  ];

  it.each(unsafe)(
    'is refused with %p, which names the setting and not its value',
    (given, name) => {
      const faults = faultsOf({ ...safe, ...given });
      expect(faults).toEqual([expect.stringMatching(`^${name}: .+ when PROVIDER=gw$`)]);
      const value = Object.values(given).join();
      if (value.length > 15) expect(faults.join()).not.toContain(value);
    },
  );

  it('tells all faults at once, and doctor can report them', () => {
    const given = Object.assign({}, safe, ...unsafe.map(([one]) => one), { SMTP_URL: '' });
    const all = { ...given, PUBLIC_URL: 'http://x', MAIL_FROM: '', BILLER_ID: safe.BILLER_ID };
    const names = liveFaults(all).map((fault) => fault.split(':')[0]);
    expect(new Set(names)).toEqual(
      new Set([
        'PUBLIC_URL',
        'PROVIDER_URL',
        'WEBHOOK_ALLOW_PRIVATE',
        'PROVIDER_KEY',
        'OPERATOR_KEY',
        'ENCRYPTION_KEYS',
        'SMTP_URL',
        'MAIL_FROM',
        'BILLER_NAME',
      ]),
    );
    expect(faultsOf(all)).toEqual(liveFaults(all));
    expect(readConfig(all, { acceptUnsafe: true }).mode).toBe('live');
  });

  it('is not asked of a sandbox', () => {
    expect(liveFaults({ WEBHOOK_ALLOW_PRIVATE: 'true', PUBLIC_URL: 'http://x' })).toEqual([]);
  });
});

import { ConfigError, readConfig } from '../src/config';

const ring = (...ids: readonly string[]) =>
  ids.map((id) => `${id}:${Buffer.alloc(32, id).toString('base64')}`).join(',');

/** What is told of an environment that is refused. */
function faultsOf(env: Readonly<Record<string, string>>): readonly string[] {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
  return [];
}

describe('keys that take turns', () => {
  it('of the provider are all accepted, and the first is ours', () => {
    const { provider } = readConfig({ PROVIDER_KEY: 'the-old-key-of-it,the-new-key-of-it' });
    expect(provider).toMatchObject({
      key: 'the-old-key-of-it',
      acceptedKeys: ['the-old-key-of-it', 'the-new-key-of-it'],
    });
  });

  it('that are not set are nobody’s', () => {
    const { provider, operatorKeys } = readConfig({});
    expect([provider.key, provider.acceptedKeys, operatorKeys]).toEqual([null, [], []]);
  });

  it.each([
    ['short', 'k'.repeat(15)],
    ['with a space in it', `${'k'.repeat(16)} `],
    ['short, behind a long one', `${'k'.repeat(16)},short`],
    ['nothing, behind a comma', `${'k'.repeat(16)},`],
    ['one of five', Array.from({ length: 5 }, () => 'k'.repeat(16)).join(',')],
  ])('and are %s are refused, and not told again', (_name, keys) => {
    for (const variable of ['PROVIDER_KEY', 'OPERATOR_KEY']) {
      const faults = faultsOf({ [variable]: keys });
      expect(faults).toEqual([expect.stringContaining(`${variable}: at least 16 characters`)]);
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
      'ENCRYPTION_KEYS: an id stands twice',
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
      'ENCRYPTION_KEYS: write id:base64 of 32 bytes, several by commas',
    ]);
  });
});

import { setting, type ValuesOf } from './setting';
import { keyRing, keyRingFile, programWithArguments } from './types';

export const encryption = {
  ENCRYPTION_KEYS: setting(keyRing, {
    description:
      '`id:base64 of 32 bytes`, several separated by commas: the first encrypts, all decrypt, ' +
      'so new keys go in front. A new one: `echo "k1:$(openssl rand -base64 32)"`.',
    fallback: 'none; `npm start` keeps one in `DATA_DIR`',
    secret: true,
  }),
  ENCRYPTION_KEYS_FILE: setting(keyRingFile.optional(), {
    description:
      'A file with the same content, for example of a mounted secret, instead of ' +
      '`ENCRYPTION_KEYS`.',
    chart: {
      note:
        'Master key from a file of extraVolumes, or from a key management service, instead of ' +
        'the Secret.',
    },
  }),
  ENCRYPTION_KEY_COMMAND: setting(programWithArguments.optional(), {
    description:
      'A program with arguments, separated by spaces, that wraps and unwraps data keys, for ' +
      'example with a key management service: [Keys at rest](operations.md#keys-at-rest).',
    compose: { note: 'The program is in an image of yours.' },
  }),
};

/** The first key of a ring seals; sealed data contains the id of its key. */
export interface EncryptionKey {
  readonly id: string;
  readonly key: Buffer;
}

export const ringOf = (env: ValuesOf<typeof encryption>): readonly EncryptionKey[] =>
  env.ENCRYPTION_KEYS_FILE ?? env.ENCRYPTION_KEYS;

export const encryptionOf = (env: ValuesOf<typeof encryption>) => ({
  encryptionKeys: ringOf(env),
  /** Wraps data keys. Null: the first of `encryptionKeys` does. */
  encryptionKeyCommand: env.ENCRYPTION_KEY_COMMAND ?? null,
});

/** In the format of ENCRYPTION_KEYS. Throws ZodError. */
export const readKeyRing = (written: string): readonly EncryptionKey[] => keyRing.parse(written);

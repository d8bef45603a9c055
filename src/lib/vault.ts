import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { EncryptionKey } from '../config';

/** Encrypts what must not be read from a copy of the database: AES-256-GCM under a ring of keys. */
export interface Vault {
  /** `context` names the place (as `webhooks.secret`): text sealed for one opens for no other. */
  seal(plain: string, context: string): string;
  /** Throws when the text was altered, was sealed for another context or its key has gone. */
  open(sealed: string, context: string): string;
}

/** Seals with the first key and opens with the one the text names, so that keys can be rotated. */
export function createVault(keys: readonly EncryptionKey[]): Vault {
  const [current] = keys;
  if (current === undefined) throw new Error('ENCRYPTION_KEYS: at least one key is needed');
  const ring = new Map(keys.map(({ id, key }) => [id, key]));
  return {
    seal(plain, context) {
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', current.key, iv).setAAD(Buffer.from(context));
      const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      const packed = Buffer.concat([iv, cipher.getAuthTag(), text]);
      return `${current.id}:${packed.toString('base64')}`;
    },
    open(sealed, context) {
      const colon = sealed.indexOf(':');
      const key = ring.get(sealed.slice(0, colon));
      if (key === undefined) throw new Error('sealed with a key that is not in ENCRYPTION_KEYS');
      const packed = Buffer.from(sealed.slice(colon + 1), 'base64');
      const decipher = createDecipheriv('aes-256-gcm', key, packed.subarray(0, 12));
      decipher.setAAD(Buffer.from(context)).setAuthTag(packed.subarray(12, 28));
      return Buffer.concat([decipher.update(packed.subarray(28)), decipher.final()]).toString(
        'utf8',
      );
    },
  };
}

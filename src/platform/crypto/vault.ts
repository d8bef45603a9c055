import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
} from 'node:crypto';
import type { EncryptionKey } from '../../config';

/** A copy of the database must not reveal the values: AES-256-GCM under a key ring. */
export interface Vault {
  /**
   * `context` names the column, as `webhooks.secret`. A value sealed for one context does not open
   * for another.
   */
  seal(plain: string, context: string): string;
  /** Throws when the text was altered, was sealed for another context, or its key is missing. */
  open(sealed: string, context: string): string;
  /** For binary data. */
  sealBytes(plain: Buffer, context: string): Buffer;
  openBytes(sealed: Buffer, context: string): Buffer;
  /**
   * Keyed digest for comparing values that must not be stored: `<key id>:<base64 HMAC-SHA-256>`.
   * Digests under different keys cannot be compared. `context` separates uses, as for `seal`.
   */
  digest(plain: string, context: string): string;
  /** The prefix of values sealed with the current key. */
  readonly mark: string;
}

const IV_BYTES = 12;
const TAG_BYTES = 16;
const NO_KEY = 'sealed with a key that is not in ENCRYPTION_KEYS and not a data key';

/** The keys can be replaced while the vault is in use. */
export interface KeyedVault extends Vault {
  use(keys: readonly EncryptionKey[]): void;
}

/**
 * Seals with the first key and opens with the key that a value names, so that keys can be rotated.
 */
export function createVault(keys: readonly EncryptionKey[]): KeyedVault {
  let { ring, sealing, digesting, mark } = keyedBy(keys);

  function encrypt(plain: Buffer, context: string): Buffer {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', sealing, iv).setAAD(Buffer.from(context));
    const text = Buffer.concat([cipher.update(plain), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), text]);
  }

  function decrypt(keyId: string, packed: Buffer, context: string): Buffer {
    const key = ring.get(keyId);
    if (key === undefined) throw new Error(NO_KEY);
    const decipher = createDecipheriv('aes-256-gcm', key, packed.subarray(0, IV_BYTES));
    const textFrom = IV_BYTES + TAG_BYTES;
    decipher.setAAD(Buffer.from(context)).setAuthTag(packed.subarray(IV_BYTES, textFrom));
    return Buffer.concat([decipher.update(packed.subarray(textFrom)), decipher.final()]);
  }

  return {
    get mark() {
      return mark;
    },
    use(fresh) {
      ({ ring, sealing, digesting, mark } = keyedBy(fresh));
    },
    digest: (plain, context) =>
      mark + createHmac('sha256', digesting).update(`${context}\0${plain}`).digest('base64'),
    seal: (plain, context) => mark + encrypt(Buffer.from(plain), context).toString('base64'),
    open(sealed, context) {
      const colon = sealed.indexOf(':');
      const packed = Buffer.from(sealed.slice(colon + 1), 'base64');
      return decrypt(sealed.slice(0, colon), packed, context).toString('utf8');
    },
    sealBytes: (plain, context) => Buffer.concat([Buffer.from(mark), encrypt(plain, context)]),
    openBytes(sealed, context) {
      const colon = sealed.indexOf(':');
      const keyId = sealed.subarray(0, Math.max(colon, 0)).toString('latin1');
      return decrypt(keyId, sealed.subarray(colon + 1), context);
    },
  };
}

/** Node imports a raw key at each use, which takes longer than the encryption. */
function keyedBy(keys: readonly EncryptionKey[]) {
  const [current] = keys;
  if (current === undefined) throw new Error('ENCRYPTION_KEYS: at least one key is needed');
  const { id, key } = current;
  const digesting = Buffer.from(hkdfSync('sha256', key, '', 'saphan digest', 32));
  return {
    ring: new Map(keys.map((each) => [each.id, createSecretKey(each.key)])),
    sealing: createSecretKey(key),
    digesting: createSecretKey(digesting),
    mark: `${id}:`,
  };
}

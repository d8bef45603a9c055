import { readFileSync } from 'node:fs';
import { z } from 'zod';

export const port = (fallback: number) => integer(1, 65_535).default(fallback);

export const integer = (min: number, max: number) => z.coerce.number().int().min(min).max(max);

export const flag = z
  .enum(['true', 'false', '1', '0'])
  .default('false')
  .transform((text) => text === 'true' || text === '1');

export const text = z.string().min(1);

export const httpUrl = z.url({ protocol: /^https?$/ }).optional();

/** `host:port`; an IPv6 address in brackets. */
export const listenAddress = z
  .string()
  .regex(/^(\[[0-9a-fA-F:.]+\]|[\w.-]+):\d{1,5}$/, 'must be host:port')
  .transform((written) => {
    const colon = written.lastIndexOf(':');
    return {
      host: written.slice(0, colon).replace(/^\[|\]$/g, ''),
      port: Number(written.slice(colon + 1)),
    };
  })
  .refine(({ port: number }) => number >= 1 && number <= 65_535, 'must have a port up to 65535')
  .optional();

/** Comma-separated for a rotation: the gateway sends the first and accepts all. */
export const keysOf = (lengthMin: number) => {
  const key = `[^\\s,]{${lengthMin},}`;
  const rule = `must have at least ${lengthMin} characters without spaces`;
  return z
    .string()
    .regex(new RegExp(`^${key}(,${key}){0,3}$`), `${rule}, or up to 4 of them, comma-separated`)
    .transform((written): readonly string[] => written.split(','));
};

export const seconds = z
  .string()
  .regex(/^[1-9]\d{0,6}(,[1-9]\d{0,6}){0,9}$/, 'must be 1 to 10 positive integers, comma-separated')
  .transform((written): readonly number[] => written.split(',').map(Number));

/**
 * The driver treats these modes as verify-full, and a later version will weaken them to libpq's
 * semantics. They are replaced by verify-full, so that the server stays authenticated.
 */
const verifiedModes: readonly string[] = ['prefer', 'require', 'verify-ca', 'verify-full'];
export const databaseAddress = text.transform((written, context) => {
  const mode = /[?&]sslmode=([^&]*)/.exec(written)?.[1];
  if (mode === undefined || mode === 'disable' || mode === 'no-verify') return written;
  if (!verifiedModes.includes(mode)) {
    const message = `sslmode must be one of disable, no-verify, ${verifiedModes.join(', ')}`;
    context.addIssue({ code: 'custom', message });
  }
  return written.replace(`sslmode=${mode}`, 'sslmode=verify-full');
});

const keyRingText = z
  .string()
  .transform((written, context) => {
    const keys = written.split(',').filter((part) => part !== '');
    return keys.map((part) => {
      const [id = '', encoded = ''] = part.split(':');
      const key = Buffer.from(encoded, 'base64');
      if (!/^[A-Za-z0-9_-]{1,16}$/.test(id) || key.length !== 32) {
        context.addIssue({
          code: 'custom',
          message: 'must be id:key pairs, comma-separated, each key 32 bytes in base64',
        });
      }
      return { id, key };
    });
  })
  // Sealed data contains the key's id, which must be unique.
  .refine(
    (keys) => new Set(keys.map(({ id }) => id)).size === keys.length,
    'must not repeat an id',
  );
export const keyRing = z.string().default('').pipe(keyRingText);

/** A key ring in a file, for example a mounted secret. */
export const keyRingFile = text
  .transform((file, context) => {
    try {
      return readFileSync(file, 'utf8').trim();
    } catch (error) {
      const message = `cannot be read: ${(error as NodeJS.ErrnoException).code}`;
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    }
  })
  .pipe(keyRingText);

/** Separated by spaces. No shell parses them. */
export const programWithArguments = z
  .string()
  .regex(/^\S+( \S+)*$/, 'must be a program and its arguments, separated by single spaces')
  .transform((written): readonly string[] => written.split(' '));

import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { folderPaths } from './folder';
import { readPrivateJson, writePrivateJson } from './private-file';

const secrets = z.object({
  /** Authenticates provider and gateway to each other. */
  providerKey: z.string().min(16),
  /** In the format of ENCRYPTION_KEYS: `id:base64 of 32 bytes`. */
  encryptionKeys: z.string().min(1),
});

export type Secrets = z.output<typeof secrets>;

/** The secrets of a data folder, or null. */
export function readSecrets(dataDir: string): Secrets | null {
  const kept = readPrivateJson(folderPaths(dataDir).secretsFile);
  return kept === null ? null : secrets.parse(kept);
}

/** Reads the secrets, or creates them on the first start. */
export function loadSecrets(file: string): Secrets {
  const kept = readPrivateJson(file);
  if (kept !== null) return secrets.parse(kept);
  const made = {
    providerKey: randomBytes(32).toString('base64url'),
    encryptionKeys: `k1:${randomBytes(32).toString('base64')}`,
  };
  writePrivateJson(file, made);
  return made;
}

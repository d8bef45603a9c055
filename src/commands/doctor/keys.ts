import { existsSync } from 'node:fs';
import { folderPaths } from '../../../sandbox/embedded/folder';
import type { Config } from '../../config';
import { ok, warn, type Finding } from './finding';

export function examineKeys(config: Config): Finding {
  const name = 'encryption keys';
  const { encryptionKeys, encryptionKeyCommand: command } = config;
  if (command !== null) return ok(name, `data keys, wrapped by ${command[0]}`);
  if (encryptionKeys.length > 0) return ok(name, `${encryptionKeys.length} in ENCRYPTION_KEYS`);
  const { secretsFile } = folderPaths(config.dataDir);
  if (existsSync(secretsFile)) return ok(name, secretsFile);
  return warn(name, 'none', '`start` creates them; `api` and `worker` require ENCRYPTION_KEYS');
}

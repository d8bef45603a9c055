import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import path from 'node:path';
import { fail, ok, warn, type Finding } from './finding';

const GIB = 2 ** 30;
const FREE_GIB = { warn: 5, fail: 1 };

/** For the embedded Postgres and Temporal. */
export async function examineDisk(dataDir: string): Promise<Finding> {
  const name = 'disk';
  let folder = dataDir;
  while (!existsSync(folder)) folder = path.dirname(folder);
  const { bavail, bsize } = await statfs(folder);
  const freeGib = (bavail * bsize) / GIB;
  const found = `${freeGib.toFixed(1)} GiB free for ${dataDir}`;
  if (freeGib >= FREE_GIB.warn) return ok(name, found);
  return (freeGib < FREE_GIB.fail ? fail : warn)(name, found, 'free space, or move DATA_DIR');
}

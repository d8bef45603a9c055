import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { root } from '../ready.mjs';

/** Writes the samples of the documentation into a folder and returns it. */
export function writeSamples(folder) {
  execFileSync(process.execPath, [path.join(root, 'site/builder/write-samples.mjs'), folder]);
  return folder;
}

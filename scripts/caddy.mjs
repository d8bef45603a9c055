#!/usr/bin/env node
// Builds the proxy of docker-compose.yml, in the version of its image, once with Go into the user's
// cache, and prints the path of the program.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { fillOnce, goInstall } from './program-cache.mjs';
import { userCacheDir } from './user-cache-dir.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const image = /\bcaddy:(\d+\.\d+\.\d+)-alpine@/;

async function obtainCaddy() {
  const [, version] = image.exec(readFileSync(path.join(root, 'docker-compose.yml'), 'utf8')) ?? [];
  if (version === undefined) throw new Error('docker-compose.yml has no image of Caddy');
  const folder = path.join(userCacheDir(), `caddy-${version}`);
  await fillOnce(folder, (draft) => {
    console.error(`Building Caddy ${version} with Go (once, some minutes) …`);
    return goInstall(draft, [`github.com/caddyserver/caddy/v2/cmd/caddy@v${version}`]);
  });
  return path.join(folder, 'caddy');
}

try {
  process.stdout.write(await obtainCaddy());
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

#!/usr/bin/env node
// Obtains programs of Temporal into the user's cache. `node scripts/temporal.mjs cli` prints the
// path of the CLI, which contains the development server of `npm start` and the tests;
// `… server` prints the folder of the full server, with the tool that creates its databases.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { EnvHttpProxyAgent, fetch } from 'undici';
import { fillOnce, goInstall } from './program-cache.mjs';
import { userCacheDir } from './user-cache-dir.mjs';

const cliVersion = '1.5.1';
/** SHA-256 of the release archives, from the publisher's list. */
const cliArchives = {
  linux_amd64: 'ddc95e08b0b076efd4ea9733a3f488eb7d2be875f8834e616cd2a37358b4852d',
  linux_arm64: 'bd1b0db9f18b051026de8bf6cc1505f2510f14bbb7a8b9a4a91fff46c77454f5',
  darwin_amd64: 'bbb73e2a31135abe50a1f1cdb35030c42961df618e8ce9c60ae89f201540c5d9',
  darwin_arm64: 'cca01b7ea35ad56e2a328d9ae596bf716bd22313ef63c7a761c88354457c2415',
};
/** The release whose schemas test/support/temporal-on-postgres has. */
const serverVersion = '1.29.1';

const cliFolder = path.join(userCacheDir(), `temporal-cli-${cliVersion}`);
const serverFolder = path.join(userCacheDir(), `temporal-server-${serverVersion}`);
const cachedCli = path.join(cliFolder, 'temporal');

/** Without a network, the build must follow soon. */
const CONNECT_TIMEOUT_MS = 4_000;
const IDLE_TIMEOUT_MS = 30_000;

/** The path of an installed CLI: on the PATH or in the cache. Null without one. */
export function findCli() {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter((folder) => folder !== '');
  const programs = [...folders.map((folder) => path.join(folder, 'temporal')), cachedCli];
  return programs.find(isCli) ?? null;
}

/** The path of the CLI. Downloads it if necessary, or builds it. Throws with all alternatives. */
export async function obtainCli() {
  const found = findCli();
  if (found !== null) return found;
  await fillOnce(cliFolder, async (draft) => {
    const failures = [];
    for (const [source, obtain] of Object.entries({
      download: downloadCli,
      'go install': buildCli,
    })) {
      try {
        await obtain(draft);
        if (isCli(path.join(draft, 'temporal'))) return;
        failures.push(`  ${source}: the program does not run`);
      } catch (error) {
        failures.push(`  ${source}: ${error.message}`);
      }
    }
    throw new Error(
      [
        'No Temporal server is installed, and none could be obtained:',
        ...failures,
        'Alternatives:',
        '  install the Temporal CLI so that `temporal` is on the PATH (https://temporal.io/setup)',
        `  copy the program to ${cachedCli}`,
        '  install Go 1.25 or newer to build it',
        '  set TEMPORAL_ADDRESS to an existing Temporal server',
      ].join('\n'),
    );
  });
  return cachedCli;
}

/** The folder of the full server, `server`, and its `sql` tool. Neither can be downloaded. */
export async function obtainServer() {
  await fillOnce(serverFolder, (draft) => {
    console.error("Building Temporal's server with Go (once, about four minutes) …");
    return goInstall(draft, [
      `go.temporal.io/server/cmd/server@v${serverVersion}`,
      `go.temporal.io/server/cmd/tools/sql@v${serverVersion}`,
    ]);
  });
  return serverFolder;
}

/** Whether a program is the Temporal CLI, and not another program of its name. */
function isCli(program) {
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8', timeout: 20_000 });
  return stdout?.startsWith('temporal version') ?? false;
}

async function downloadCli(folder) {
  const platform = `${process.platform}_${process.arch === 'x64' ? 'amd64' : process.arch}`;
  const sha256 = cliArchives[platform];
  if (sha256 === undefined) throw new Error(`no checksum is pinned for ${platform}`);
  const archive = `v${cliVersion}/temporal_cli_${cliVersion}_${platform}.tar.gz`;
  await download(`https://github.com/temporalio/cli/releases/download/${archive}`, sha256, folder);
}

/** Extracts `temporal` from an archive, after its checksum. Throws for another checksum. */
export async function download(url, sha256, folder) {
  const dispatcher = new EnvHttpProxyAgent({
    connect: { timeout: CONNECT_TIMEOUT_MS },
    headersTimeout: IDLE_TIMEOUT_MS,
    bodyTimeout: IDLE_TIMEOUT_MS,
  });
  try {
    const response = await fetch(url, { dispatcher });
    if (!response.ok) throw new Error(`${url} answered ${response.status}`);
    const archive = Buffer.from(await response.arrayBuffer());
    const found = createHash('sha256').update(archive).digest('hex');
    if (found !== sha256) throw new Error(`${url} has the checksum ${found}, not ${sha256}`);
    execFileSync('tar', ['-xzf', '-', '-C', folder, 'temporal'], { input: archive });
  } catch (error) {
    // The cause of a failed fetch has the reason.
    throw new Error(error.cause?.message ?? error.message, { cause: error });
  } finally {
    await dispatcher.destroy();
  }
}

function buildCli(folder) {
  console.error('Building the Temporal CLI with Go (once, about three minutes) …');
  return goInstall(folder, [`github.com/temporalio/cli/cmd/temporal@v${cliVersion}`]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    const program = process.argv[2] === 'server' ? await obtainServer() : await obtainCli();
    process.stdout.write(program);
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}

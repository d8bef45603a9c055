// Shared by scripts that run in a fresh clone. Node modules only: no dependency is installed yet.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

function readLock(file) {
  try {
    return JSON.parse(readFileSync(path.join(root, file), 'utf8')).packages;
  } catch (error) {
    if (error.code === 'ENOENT') return {};
    throw error;
  }
}

/** Whether node_modules has every package of the lock file in the locked version. */
function isInstalled() {
  const locked = Object.entries(readLock('package-lock.json'));
  const installed = readLock('node_modules/.package-lock.json');
  return locked.every(([folder, entry]) => {
    // '' is the project. Optional packages are binaries for other platforms.
    if (folder === '' || entry.optional === true) return true;
    return installed[folder]?.version === entry.version;
  });
}

function run(command, commandArguments) {
  const child = spawn(command, commandArguments, {
    cwd: root,
    // On Windows, npm is a script that requires a shell.
    shell: process.platform === 'win32',
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      if (code === 0) resolve();
      else reject(new Error(`${command} ${commandArguments.join(' ')} ended by ${signal ?? code}`));
    });
  });
}

/** Installs the locked dependencies if necessary. Throws on failure. */
export async function ensureInstalled() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    throw new Error(`Node ${process.versions.node} is too old: Saphan requires 20.19 or newer.`);
  }
  if (isInstalled()) return;
  console.error('Installing the locked dependencies (once, about a minute) …');
  await run('npm', ['ci', '--no-audit', '--no-fund']);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await ensureInstalled();

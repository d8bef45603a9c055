#!/usr/bin/env node
// Other commits of this repository, to measure and test against. `node scripts/check-out.mjs
// <commit> <folder>` extracts a commit into an empty folder and builds it there.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** Installs the locked dependencies of a folder, without a message. */
export function install(folder) {
  execFileSync('npm', ['ci', '--ignore-scripts', '--silent'], { cwd: folder, stdio: 'inherit' });
}

/**
 * Extracts a commit into an empty folder, with this one's dependencies if it needs no others.
 * Throws for a commit that the clone does not have.
 */
export function checkOut(commit, folder) {
  const archive = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 1 << 30 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  const modules = path.join(root, 'node_modules');
  const { dependencies } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  if (Object.keys(dependencies).every((name) => existsSync(path.join(modules, name)))) {
    symlinkSync(modules, path.join(folder, 'node_modules'));
  } else {
    install(folder);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [commit, folder] = process.argv.slice(2);
  checkOut(commit, folder);
  const { build } = await import(pathToFileURL(path.join(folder, 'scripts/build.mjs')));
  await build(folder);
}

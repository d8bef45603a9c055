import { execFile, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  symlinkSync,
} from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { transformSync } from '@swc/core';
import { closeAfterFile } from '../../support/close-after-file';

const root = path.join(__dirname, '../../..');
export const samplesFolder = path.join(root, 'site/samples');
const OUTPUT_MAX = 10_000_000;
const venvs = path.join(process.env['XDG_CACHE_HOME'] ?? `${process.env['HOME']}/.cache`, 'saphan');
const phpPackages = ['Nyholm/Psr7', 'GuzzleHttp'].map(
  (name) => `/usr/share/php/${name}/autoload.php`,
);

export interface Language {
  readonly extension: string;
  /** Null where its client cannot run: `npm run test:clients` says what it needs. */
  readonly program: readonly string[] | null;
  readonly environment?: Readonly<Record<string, string>>;
}

const succeeds = ([program = '', ...words]: readonly string[]): boolean =>
  spawnSync(program, words).status === 0;

function findPython(): string | null {
  const made = existsSync(venvs) ? readdirSync(venvs) : [];
  const places = made
    .filter((name) => name.startsWith('client-python'))
    .map((name) => path.join(venvs, name, 'bin/python'));
  return [...places, 'python3'].find((python) => succeeds([python, '-c', 'import httpx'])) ?? null;
}

const python = findPython();
const hasPhp =
  phpPackages.every((file) => existsSync(file)) &&
  succeeds(['php', '-r', 'exit(function_exists("curl_init") ? 0 : 1);']);

export const languages: readonly Language[] = [
  { extension: 'sh', program: ['bash', '-euo', 'pipefail'] },
  { extension: 'mts', program: [process.execPath] },
  { extension: 'php', program: hasPhp ? ['php'] : null },
  {
    extension: 'py',
    program: python === null ? null : [python, '-u'],
    environment: {
      PYTHONPATH: path.join(root, 'clients/python/src'),
      PYTHONDONTWRITEBYTECODE: '1',
    },
  },
];

/** A folder in which samples find the clients, as a merchant's project has them. */
export async function startProject(): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'saphan-samples-'));
  closeAfterFile(() => rm(folder, { recursive: true, force: true }));
  const client = path.join(folder, 'node_modules/saphan');
  mkdirSync(client, { recursive: true });
  symlinkSync(
    path.join(root, 'node_modules/standardwebhooks'),
    path.join(folder, 'node_modules/standardwebhooks'),
  );
  for (const name of readdirSync(path.join(root, 'client/src'))) {
    const text = readFileSync(path.join(root, 'client/src', name), 'utf8');
    await writeFile(path.join(client, name.replace(/\.ts$/, '.js')), compiled(text, 'commonjs'));
  }
  mkdirSync(path.join(folder, 'vendor'));
  await writeFile(path.join(folder, 'vendor/autoload.php'), autoloader);
  return folder;
}

const autoloader = `<?php
${phpPackages.map((file) => `require_once '${file}';`).join('\n')}
spl_autoload_register(function ($class) {
    $file = '${root}/clients/php/src/' . strtr(substr($class, 7), '\\\\', '/') . '.php';
    if (str_starts_with($class, 'Saphan\\\\') && is_file($file)) require $file;
});
`;

const compiled = (text: string, type: 'commonjs' | 'es6'): string =>
  transformSync(text, {
    jsc: { target: 'es2023', parser: { syntax: 'typescript' } },
    module: type === 'commonjs' ? { type, exportInteropAnnotation: true } : { type },
  }).code;

/** Writes a sample into the project with the reader's values in place of the placeholders. */
async function place(folder: string, name: string, { extension }: Language, values: Values) {
  const text = readFileSync(path.join(samplesFolder, `${name}.${extension}`), 'utf8');
  return placeText(folder, name, { text, extension, values });
}

export async function placeText(
  folder: string,
  name: string,
  { text, extension, values }: { text: string; extension: string; values: Values },
): Promise<string> {
  const filled = Object.entries(values).reduce((at, [from, to]) => at.replaceAll(from, to), text);
  const file = path.join(folder, `${name.replace('/', '-')}.${extension.replace('mts', 'mjs')}`);
  await writeFile(file, extension === 'mts' ? compiled(filled, 'es6') : filled);
  return file;
}

export type Values = Readonly<Record<string, string>>;

/** Runs a sample to its end; returns what it prints. Rejects when it fails. */
export async function runSample(folder: string, name: string, language: Language, values: Values) {
  const file = await place(folder, name, language, values);
  return runFiles(folder, language, [file]);
}

export async function runFiles(folder: string, language: Language, files: readonly string[]) {
  const [program = '', ...words] = language.program ?? [];
  const env = { ...process.env, ...language.environment };
  const options = { cwd: folder, env, maxBuffer: OUTPUT_MAX };
  return (await promisify(execFile)(program, [...words, ...files], options)).stdout;
}

/** Starts a sample that listens on a port. PHP has a server of its own. */
export async function startSample(
  folder: string,
  name: string,
  language: Language,
  { values, port }: { readonly values: Values; readonly port: number },
): Promise<ChildProcess> {
  const file = await place(folder, name, language, { ...values, '3000': String(port) });
  const [program = '', ...words] = language.program ?? [];
  const isPhp = language.extension === 'php';
  const listening = isPhp ? ['-S', `127.0.0.1:${port}`, file] : [file];
  const env = { ...process.env, ...language.environment };
  const child = spawn(program, [...words, ...listening], { cwd: folder, env, stdio: 'ignore' });
  closeAfterFile(async () => {
    child.kill('SIGKILL');
  });
  return child;
}

#!/usr/bin/env node
// `npm run mutants [-- --only TEXT --list --fresh --timeout SECONDS --report]`: applies each fault
// of test/mutants/faults, one at a time, to a copy of the working tree, and runs the tests that
// cover it. A fault survives when no test fails. `--only`, which can be repeated, selects the
// faults whose area or name contains the text. Results are stored in test/mutants/results.json, so
// a run can be continued; `--fresh` also runs the faults that were found before. `--report` runs
// nothing and writes docs/mutants.md from the results. Exits with 0 when every selected fault was
// found or its survival is explained, with 1 when one survived, and with 2 when a fault no longer
// applies to the code or the tests fail without a fault.
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const require = createRequire(import.meta.url);
const { faults, misplaced } = require('./faults.js');
const { renderReport } = require('./report.js');
const { readResults, writeResults } = require('./results.js');
const { transformSync } = require('@swc/core');
const jestConfig = require('../../jest.config.js');

/** Each project with the environment that skips the rest of a file after its first failed test. */
const failFastProjects = jestConfig.projects.map((project) => ({
  ...project,
  testEnvironment: './test/mutants/environment.ts',
}));

const root = path.dirname(path.dirname(path.dirname(fileURLToPath(import.meta.url))));
const SOUND_TIMEOUT_MS = 10 * 60_000;

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [''] },
    timeout: { type: 'string', default: '300' },
    list: { type: 'boolean', default: false },
    fresh: { type: 'boolean', default: false },
    report: { type: 'boolean', default: false },
  },
});

const print = (line) => process.stdout.write(`${line}\n`);

/**
 * Hash of a fault, its source file and the paths of its tests. A result of another version is
 * outdated.
 */
function versionOf({ file, find, replace, tests }, folder) {
  const texts = [readFileSync(path.join(folder, file), 'utf8'), find, replace, ...tests];
  return createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 16);
}

/** The results of the current versions. */
function currentResults() {
  const results = readResults();
  const current = faults.filter((fault) => results[fault.name]?.version === versionOf(fault, root));
  return Object.fromEntries(current.map(({ name }) => [name, results[name]]));
}

const keepResult = ({ name }, result) => writeResults(faults, { ...readResults(), [name]: result });

const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' });

/**
 * Copies the files of the working tree that git tracks or would add, and links the dependencies.
 */
function copyTree() {
  const folder = mkdtempSync(path.join(tmpdir(), 'saphan-mutants-'));
  const listed = git('ls-files', '-z', '--cached', '--others', '--exclude-standard');
  for (const file of listed.split('\0')) {
    if (file !== '' && existsSync(path.join(root, file))) {
      cpSync(path.join(root, file), path.join(folder, file));
    }
  }
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  return folder;
}

/** Starts Postgres and Temporal, and bundles the workflows, for all runs of jest. */
async function startServers(folder) {
  const child = spawn(process.execPath, [path.join(folder, 'test/support/serve.js')], {
    cwd: folder,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const [servers] = await Promise.race([
    new Promise((resolve) => createInterface(child.stdout).once('line', (line) => resolve([line]))),
    ended.then((code) => Promise.reject(new Error(`the servers ended with ${code}`))),
  ]);
  return { servers, stop: () => (child.stdin.end(), ended) };
}

/** Runs jest in a process group, which is killed after the timeout. */
function runJest({ folder, servers }, tests, timeoutMs) {
  const output = path.join(folder, 'first-failure.json');
  rmSync(output, { force: true });
  const config = path.join(folder, 'mutants.config.cjs');
  const reporter = [path.join(folder, 'test/mutants/first-failure-reporter.js'), { output }];
  const settings = { ...jestConfig, projects: failFastProjects, reporters: [reporter] };
  writeFileSync(config, `module.exports = ${JSON.stringify(settings)};\n`);
  const args = ['node_modules/jest/bin/jest.js', '--config', config, '--bail', '--silent'];
  const child = spawn(process.execPath, [...args, ...tests], {
    cwd: folder,
    stdio: 'ignore',
    detached: true,
    env: { ...process.env, SAPHAN_TEST_SERVERS: servers },
  });
  running = child;
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    process.kill(-Number(child.pid), 'SIGKILL');
  }, timeoutMs);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => {
      clearTimeout(timer);
      running = null;
      if (isLate) return resolve({ outcome: 'timed out', by: null });
      if (code === 0) return resolve({ outcome: 'survived', by: null });
      // Without a failed test, jest itself failed: no result for the fault.
      if (!existsSync(output)) return reject(new Error(`jest ended with ${code}`));
      resolve({ outcome: 'killed', by: JSON.parse(readFileSync(output, 'utf8')) });
    });
  });
}

async function tryFault(fault, run) {
  const { folder } = run;
  const file = path.join(folder, fault.file);
  const original = readFileSync(file, 'utf8');
  const mutated = original.replace(fault.find, () => fault.replace);
  if (/\.tsx?$/.test(file)) {
    const parser = { syntax: 'typescript', tsx: file.endsWith('.tsx') };
    transformSync(mutated, { jsc: { parser, target: 'es2023' } });
  }
  // One test file at a time: most faults are found by the first.
  for (const test of fault.tests) {
    if (!(await passes(test, run))) return { outcome: 'not run', by: { file: test, test: null } };
    writeFileSync(file, mutated);
    try {
      const result = await runJest(run, [test], Number(options.timeout) * 1_000);
      if (result.outcome !== 'survived') return result;
    } finally {
      writeFileSync(file, original);
    }
  }
  return { outcome: 'survived', by: null };
}

/**
 * Whether a test file passes without a fault. It has two tries, because the machine may be busy.
 */
async function passes(test, run) {
  for (let tries = 0; tries < 2 && run.sound.get(test) !== true; tries++) {
    const { outcome } = await runJest(run, [test], SOUND_TIMEOUT_MS);
    run.sound.set(test, outcome === 'survived');
  }
  return run.sound.get(test);
}

async function runFaults(selected) {
  const folder = copyTree();
  const commit = git('rev-parse', '--short=12', 'HEAD').trim();
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const { servers, stop } = await startServers(folder);
  const run = { folder, servers, sound: new Map() };
  try {
    for (const [index, fault] of selected.entries()) {
      const { outcome, by } = await tryFault(fault, run);
      if (outcome !== 'not run') {
        keepResult(fault, { outcome, by, commit, version: versionOf(fault, folder) });
      }
      const found = by === null ? '' : ` (${by.file}: ${by.test ?? 'as a whole'})`;
      print(`${index + 1}/${selected.length} ${outcome}: ${fault.name}${found}`);
    }
  } finally {
    await stop();
  }
}

/** The current run of jest, which is killed when this process gets a signal. */
let running = null;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    if (running !== null) process.kill(-Number(running.pid), 'SIGKILL');
    process.exit(1);
  });
}

async function main() {
  const isAsked = ({ area, name }) =>
    options.only.some((text) => area === text || name.includes(text));
  const asked = faults.filter(isAsked);
  if (options.list) {
    for (const { name, file } of asked) print(`${name}  (${file})`);
    return 0;
  }
  const wrong = misplaced(asked);
  for (const each of wrong) print(each);
  if (wrong.length > 0 || asked.length === 0) return 2;
  const before = currentResults();
  if (options.report) {
    const isStale = ({ name }) => before[name] === undefined;
    const report = renderReport(faults, readResults(), isStale);
    writeFileSync(path.join(root, 'docs/mutants.md'), report);
    return 0;
  }
  const isLeft = ({ name }) => options.fresh || before[name]?.outcome !== 'killed';
  const left = asked.filter(isLeft);
  if (left.length > 0) await runFaults(left);
  const results = currentResults();
  const outcomeOf = ({ name }) => results[name]?.outcome ?? 'not run';
  const isOpen = (fault) => outcomeOf(fault) !== 'killed' && fault.survives === undefined;
  const open = asked.filter(isOpen);
  print(`${asked.length - open.length} found or explained, ${open.length} not`);
  for (const fault of open) print(`  ${outcomeOf(fault)}: ${fault.name}`);
  return open.length === 0 ? 0 : 1;
}

process.exitCode = await main();

import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.join(__dirname, '..', '..');
const script = path.join(root, 'scripts', 'end-of-life.mjs');
const files = ['Dockerfile', 'docker-compose.yml', 'package.json', 'deploy/end-of-life.json'];

/** Checks the project on a day, with replaced text in one of its files. */
function check(on: string, changed?: readonly [file: string, from: RegExp, to: string]) {
  const folder = mkdtempSync(path.join(tmpdir(), 'saphan-end-of-life-'));
  mkdirSync(path.join(folder, 'deploy'));
  for (const file of files) cpSync(path.join(root, file), path.join(folder, file));
  if (changed !== undefined) {
    const [file, from, to] = changed;
    const text = readFileSync(path.join(folder, file), 'utf8');
    expect(text).toMatch(from);
    writeFileSync(path.join(folder, file), text.replace(from, to));
  }
  const { status, stdout } = spawnSync(process.execPath, [script, '--on', on, '--root', folder], {
    encoding: 'utf8',
  });
  rmSync(folder, { recursive: true });
  return { status, stdout };
}

const table = 'deploy/end-of-life.json';
const debianEnds = /2028-06-30/;

describe('the check of ends of life', () => {
  it('passes on the day of this table, for every shipped product', () => {
    const { status, stdout } = check('2026-11-23');
    expect(status).toBe(0);
    const shipped = [
      'node 24',
      'debian',
      'postgres',
      'temporalio/server',
      'temporalio/ui',
      'caddy',
    ];
    for (const product of shipped) expect(stdout).toMatch(new RegExp(`^ok {4}${product}`, 'm'));
  });

  it('warns for a shipped version from 90 days before its end', () => {
    const at = (on: string) => check(on, [table, debianEnds, '2027-06-30']);
    expect(at('2027-03-31').stdout).toMatch(/^ok {4}debian/m);
    const late = at('2027-04-01');
    expect(late.stdout).toMatch(/^warn {2}debian bookworm: .+ 2027-06-30, in 90 days$/m);
    expect(late.status).toBe(0);
    expect(at('2027-06-30').status).toBe(0);
  });

  it('fails past the end of a shipped version, with the date and its source', () => {
    const { status, stdout } = check('2027-07-01', [table, debianEnds, '2027-06-30']);
    expect(stdout).toMatch(
      /^fault debian bookworm: .+ 2027-06-30, 1 days ago \(https:.+\): update/m,
    );
    expect(status).toBe(1);
  });

  it('only warns for a version that engines allows and no image ships', () => {
    const { status, stdout } = check('2026-11-23');
    expect(stdout).toMatch(/^warn {2}node 20\.19: .+ 2026-04-30.+, but in no image$/m);
    expect(status).toBe(0);
  });

  it.each([
    ['of the base image', 'Dockerfile', /node:24\.\d+\.\d+-/, 'node:26.1.0-', 'node 26.1.0'],
    ['of a service', 'docker-compose.yml', /postgres:18\.\d+@/, 'postgres:19.1@', 'postgres 19.1'],
  ])('fails for a version %s without a row', (_name, file, from, to, name) => {
    const { status, stdout } = check('2026-11-23', [file, from, to]);
    expect(stdout).toContain(`fault ${name} has no row in ${table}\n`);
    expect(status).toBe(1);
  });
});

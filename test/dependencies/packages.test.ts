import { readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.join(__dirname, '..', '..');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly allowScripts: Readonly<Record<string, boolean>>;
}
interface Locked {
  readonly integrity?: string;
  readonly resolved?: string;
  readonly hasInstallScript?: boolean;
}

const manifest = JSON.parse(read('package.json')) as Manifest;
const { packages } = JSON.parse(read('package-lock.json')) as {
  readonly packages: Readonly<Record<string, Locked>>;
};
/** Packages by folder, `node_modules/…`, without the project itself. */
const locked = Object.entries(packages).filter(([folder]) => folder !== '');

/** Parses a table of packages and reasons. */
function listed(heading: string): readonly (readonly [string, string])[] {
  const [, part = ''] = read('docs/dependencies.md').split(`## ${heading}\n`);
  const [table = ''] = part.split('\n## ');
  return [...table.matchAll(/^\| `([^`]+)` \| (.+) \|$/gm)].map(([, name = '', why = '']) => [
    name,
    why,
  ]);
}

describe('a package', () => {
  it.each([
    ['Shipped', 'dependencies'],
    ['Build and test', 'devDependencies'],
  ] as const)('of %s has its reason, and no other is listed', (heading, group) => {
    const rows = listed(heading);
    expect(rows.map(([name]) => name)).toEqual(Object.keys(manifest[group]).sort());
    for (const [, why] of rows) expect(why.length).toBeGreaterThan(3);
  });

  it('is pinned to one version', () => {
    for (const version of Object.values({
      ...manifest.dependencies,
      ...manifest.devDependencies,
    })) {
      expect(version).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/);
    }
  });

  it('is locked with a hash of its content, and comes from the registry only', () => {
    const otherwise = locked.filter(
      ([, { integrity, resolved }]) =>
        integrity?.startsWith('sha512-') !== true || resolved !== undefined,
    );
    expect(otherwise).toEqual([]);
    expect(locked.length).toBeGreaterThan(100);
  });

  it('with an install script is rejected', () => {
    const scripted = locked
      .filter(([, { hasInstallScript }]) => hasInstallScript === true)
      .map(([folder]) => folder.slice(folder.lastIndexOf('node_modules/') + 13));
    expect(scripted).toContain('protobufjs');
    for (const name of scripted) expect([name, manifest.allowScripts[name]]).toEqual([name, false]);
    expect(Object.values(manifest.allowScripts)).not.toContain(true);
  });
});

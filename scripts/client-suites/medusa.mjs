// The suite of plugins/medusa: the packed provider with Medusa's own packages, which npm installs
// once into the user's cache.
import { cpSync } from 'node:fs';
import path from 'node:path';
import { linkMedusa, obtainMedusa, packers, unpackNpm } from '../packages.mjs';
import { root } from '../ready.mjs';
import { countTests } from './junit.mjs';

export const medusaSuite = {
  missing: () => null,
  async prepare(folder) {
    linkMedusa(await obtainMedusa(), folder);
    const modules = path.join(folder, 'node_modules');
    unpackNpm(packers.typescript(folder), path.join(modules, 'saphan'));
    unpackNpm(await packers.medusa(folder), path.join(modules, 'medusa-payment-saphan'));
    cpSync(path.join(root, 'plugins/medusa/test'), path.join(folder, 'test'), { recursive: true });
    const report = path.join(folder, 'report.xml');
    const reporters = ['spec', 'stdout', 'junit', report].map((each, at) =>
      at % 2 === 0 ? `--test-reporter=${each}` : `--test-reporter-destination=${each}`,
    );
    return {
      program: process.execPath,
      programArguments: ['--test', ...reporters, path.join(folder, 'test/provider.test.mjs')],
      cwd: folder,
      environment: {},
      count: () => countTests(report),
    };
  },
};

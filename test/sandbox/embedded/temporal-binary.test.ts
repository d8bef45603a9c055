import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { obtainTemporal } from '../../../sandbox/embedded/temporal-binary';
import type { TemporalSource } from '../../../sandbox/embedded/temporal-source';
import { temporaryFolder } from './script-part';

function writeProgram(file: string, says: string): string {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `#!/bin/sh\necho '${says}'\n`);
  chmodSync(file, 0o755);
  return file;
}

const temporalSays = 'temporal version 1.5.1';

const working: TemporalSource = {
  name: 'working',
  obtain: (folder) => {
    writeProgram(path.join(folder, 'temporal'), temporalSays);
    return Promise.resolve();
  },
};

const failing: TemporalSource = {
  name: 'failing',
  obtain: (folder) => {
    writeFileSync(path.join(folder, 'temporal'), 'half of it');
    return Promise.reject(new Error('the line broke'));
  },
};

/** No program on the PATH or in the cache. */
function bareMachine() {
  const folder = temporaryFolder();
  const cacheDir = path.join(folder, 'cache');
  const program = path.join(cacheDir, 'temporal-cli-1.5.1', 'temporal');
  return { folder, cacheDir, program, environment: { PATH: '/usr/bin:/bin' } };
}

describe('obtainTemporal', () => {
  it('prefers the program on the PATH to the cache', async () => {
    const { folder, cacheDir, program } = bareMachine();
    writeProgram(program, temporalSays);
    const onPath = writeProgram(path.join(folder, 'bin', 'temporal'), temporalSays);
    const environment = { PATH: `/nowhere:${path.dirname(onPath)}` };
    await expect(obtainTemporal({ environment, cacheDir })).resolves.toBe(onPath);
  });

  it('ignores another program of the same name on the PATH', async () => {
    const { folder, cacheDir, program } = bareMachine();
    writeProgram(program, temporalSays);
    const other = writeProgram(path.join(folder, 'bin', 'temporal'), 'a calendar, version 2');
    const environment = { PATH: `${path.dirname(other)}:/bin` };
    await expect(obtainTemporal({ environment, cacheDir })).resolves.toBe(program);
  });

  it('uses the next source when one fails, and removes partial files', async () => {
    const { cacheDir, program, environment } = bareMachine();
    const sources = [failing, working];
    await expect(obtainTemporal({ environment, cacheDir, sources })).resolves.toBe(program);
    await expect(obtainTemporal({ environment, cacheDir, sources: [] })).resolves.toBe(program);
  });

  it('rejects a program that does not run', async () => {
    const { cacheDir, environment } = bareMachine();
    const broken: TemporalSource = {
      name: 'broken',
      obtain: (folder) => {
        writeProgram(path.join(folder, 'temporal'), 'segmentation fault');
        return Promise.resolve();
      },
    };
    await expect(obtainTemporal({ environment, cacheDir, sources: [broken] })).rejects.toThrow(
      'broken: the program does not run',
    );
    expect(readdirSync(cacheDir)).toEqual([]);
  });

  it('obtains the program once for two concurrent runs', async () => {
    const { cacheDir, program, environment } = bareMachine();
    let times = 0;
    const counting: TemporalSource = {
      name: 'counting',
      obtain: (folder, options) => {
        times += 1;
        return working.obtain(folder, options);
      },
    };
    const run = () => obtainTemporal({ environment, cacheDir, sources: [counting] });
    await expect(Promise.all([run(), run()])).resolves.toEqual([program, program]);
    expect(times).toBe(1);
  });

  it('throws an error with all alternatives when no source succeeds', async () => {
    const { cacheDir, environment } = bareMachine();
    const error: unknown = await obtainTemporal({
      environment,
      cacheDir,
      sources: [failing, { ...failing, name: 'also failing' }],
    }).catch((reason: unknown) => reason);
    const { message } = error as Error;
    for (const way of ['PATH', cacheDir, 'Go 1.25', 'TEMPORAL_ADDRESS', 'also failing: the line']) {
      expect(message).toContain(way);
    }
  });
});

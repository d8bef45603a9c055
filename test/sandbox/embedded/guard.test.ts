import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { startTimeOf } from '../../../sandbox/embedded/process-start';
import { createRegister, stopRegistered } from '../../../sandbox/embedded/register';
import { until } from '../../support/until';
import { temporaryFolder } from './script-part';

describe('guard', () => {
  it.each([
    ['npm start', './run-guard.js'],
    ['a test run', '../../support/guard.js'],
  ])('of %s stops the processes of a killed supervisor', async (_of, guard) => {
    const folder = temporaryFolder();
    const supervisor = spawn(
      process.execPath,
      [require.resolve('./run-supervisor.js'), folder, require.resolve(guard)],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const [line] = (await once(supervisor.stdout, 'data')) as [Buffer];
    const pids = JSON.parse(line.toString()) as number[];
    expect(pids.map((pid) => startTimeOf(pid) !== null)).toEqual([true, true]);
    supervisor.kill('SIGKILL');
    await until(() => pids.every((pid) => startTimeOf(pid) === null), {
      describe: () => pids,
    });
    const registerFile = path.join(folder, 'running.json');
    await until(() => !existsSync(registerFile), { describe: registerFile });
  });
});

describe('register', () => {
  function child(script: string) {
    return spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  }

  async function registered(script: string) {
    const file = path.join(temporaryFolder(), 'running.json');
    const running = child(`${script} setInterval(() => {}, 1000); console.log('up');`);
    await once(running.stdout, 'data');
    const pid = running.pid ?? 0;
    createRegister(file).add({ name: 'shop', pid, stopSignal: 'SIGTERM' });
    return { file, pid, exited: once(running, 'exit') };
  }

  it('stops its processes by their stop signal', async () => {
    const { file, exited } = await registered('');
    await expect(stopRegistered(file, 5_000)).resolves.toEqual(['shop']);
    await expect(exited).resolves.toEqual([null, 'SIGTERM']);
    expect(existsSync(file)).toBe(false);
  });

  it('kills a process that does not stop in time', async () => {
    const { file, exited } = await registered(`process.on('SIGTERM', () => {});`);
    await stopRegistered(file, 100);
    await expect(exited).resolves.toEqual([null, 'SIGKILL']);
  });

  it('ignores a process with a reused pid', async () => {
    const file = path.join(temporaryFolder(), 'running.json');
    const other = child('setInterval(() => {}, 1000)');
    const pid = other.pid ?? 0;
    const entry = { name: 'shop', pid, stopSignal: 'SIGTERM', startTime: 'another boot/1' };
    writeFileSync(file, JSON.stringify([entry]));
    await expect(stopRegistered(file, 5_000)).resolves.toEqual([]);
    expect(startTimeOf(pid)).not.toBeNull();
    other.kill('SIGKILL');
  });

  it('stops nothing without a file', async () => {
    const file = path.join(temporaryFolder(), 'running.json');
    await expect(stopRegistered(file, 100)).resolves.toEqual([]);
  });
});

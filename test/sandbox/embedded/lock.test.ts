import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { startTimeOf } from '../../../sandbox/embedded/process-start';
import { takeFolder } from '../../../sandbox/embedded/folder';
import { lockHolder, tryLock, waitForLock } from '../../../sandbox/embedded/lock';
import { temporaryFolder } from './script-part';

const lockFile = () => path.join(temporaryFolder(), 'lock');

describe('a lock', () => {
  it('is had by one at a time', async () => {
    const file = lockFile();
    const first = tryLock(file);
    expect(tryLock(file)).toEqual({ pid: process.pid });
    expect(lockHolder(file)).toBe(process.pid);
    const waited: number[] = [];
    const second = waitForLock(file, (pid) => waited.push(pid));
    if ('release' in first) first.release();
    (await second)();
    expect(waited).toEqual([process.pid]);
    expect(existsSync(file)).toBe(false);
  });

  it('dies with its holder', async () => {
    const file = lockFile();
    const holder = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    const pid = holder.pid ?? 0;
    writeFileSync(file, `${pid} ${startTimeOf(pid)}`);
    expect(tryLock(file)).toEqual({ pid });
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    expect(lockHolder(file)).toBeNull();
    expect(tryLock(file)).toHaveProperty('release');
  });

  it('does not live on in a process that got the pid of its dead holder', () => {
    const file = lockFile();
    writeFileSync(file, `${process.pid} another boot/1`);
    expect(tryLock(file)).toHaveProperty('release');
  });
});

describe('a data folder', () => {
  it('is taken by one start, and the second is told by which', () => {
    const dataDir = path.join(temporaryFolder(), '.data');
    const taken = takeFolder(dataDir);
    expect(() => takeFolder(dataDir)).toThrow(`Process ${process.pid} runs on ${dataDir} already`);
    taken.release();
    takeFolder(dataDir).release();
  });

  it('that cannot be made is an error that names DATA_DIR', () => {
    const file = path.join(temporaryFolder(), 'file');
    writeFileSync(file, '');
    expect(() => takeFolder(path.join(file, 'folder'))).toThrow('DATA_DIR cannot be used');
  });
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { startTimeOf } from '../../../sandbox/embedded/process-start';
import { takeFolder } from '../../../sandbox/embedded/folder';
import { lockHolder, tryLock } from '../../../sandbox/embedded/lock';
import { temporaryFolder } from './script-part';

const lockFile = () => path.join(temporaryFolder(), 'lock');

describe('lock', () => {
  it('has one holder at a time', () => {
    const file = lockFile();
    const first = tryLock(file);
    expect(tryLock(file)).toEqual({ pid: process.pid });
    expect(lockHolder(file)).toBe(process.pid);
    if ('release' in first) first.release();
    expect(existsSync(file)).toBe(false);
    expect(tryLock(file)).toHaveProperty('release');
  });

  it('is released when its holder exits', async () => {
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

  it('is not held by a process with the reused pid of its holder', () => {
    const file = lockFile();
    writeFileSync(file, `${process.pid} another boot/1`);
    expect(tryLock(file)).toHaveProperty('release');
  });
});

describe('data folder', () => {
  it('rejects a second start with the pid of the first', () => {
    const dataDir = path.join(temporaryFolder(), '.data');
    const taken = takeFolder(dataDir);
    expect(() => takeFolder(dataDir)).toThrow(
      `Process ${process.pid} is already running on ${dataDir}`,
    );
    taken.release();
    takeFolder(dataDir).release();
  });

  it('that cannot be created is an error that names DATA_DIR', () => {
    const file = path.join(temporaryFolder(), 'file');
    writeFileSync(file, '');
    expect(() => takeFolder(path.join(file, 'folder'))).toThrow('DATA_DIR is not usable');
  });
});

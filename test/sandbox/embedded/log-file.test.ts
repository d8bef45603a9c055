import { closeSync, existsSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import { lastLines, openLogFile } from '../../../sandbox/embedded/log-file';
import { temporaryFolder } from './script-part';

function logOf(before: string, now: string) {
  const file = path.join(temporaryFolder(), 'logs', 'api.log');
  closeSync(openLogFile(file).descriptor);
  writeFileSync(file, before);
  const log = openLogFile(file);
  writeSync(log.descriptor, now);
  closeSync(log.descriptor);
  return log;
}

describe('log file', () => {
  it('is appended to, and lastLines returns lines of this run', () => {
    const log = logOf('of an earlier run\n', 'one\ntwo\n\nthree\n');
    expect(lastLines(log, 2)).toEqual(['two', 'three']);
    expect(lastLines(log, 9)).toEqual(['one', 'two', 'three']);
    expect(readFileSync(log.file, 'utf8')).toBe('of an earlier run\none\ntwo\n\nthree\n');
  });

  it('is shown as the messages of JSON lines, and incomplete lines unchanged', () => {
    const line = JSON.stringify({ level: 60, msg: 'uncaught', err: { message: 'no disk' } });
    const log = logOf('', `${line}\n{"level":\n{"no":"message"}\n`);
    expect(lastLines(log, 3)).toEqual(['uncaught: no disk', '{"level":', '{"no":"message"}']);
  });

  it('is rotated by size, with one old file', () => {
    const file = path.join(temporaryFolder(), 'api.log');
    for (const text of ['first', 'second', 'third']) {
      const log = openLogFile(file, 3);
      expect(log.startOffset).toBe(0);
      writeSync(log.descriptor, text);
      closeSync(log.descriptor);
    }
    expect(readFileSync(file, 'utf8')).toBe('third');
    expect(readFileSync(`${file}.1`, 'utf8')).toBe('second');
    expect(existsSync(`${file}.2`)).toBe(false);
  });
});

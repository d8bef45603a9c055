import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createLog, type Logger } from '../../../src/platform/observe/log';
import { until } from '../../support/until';

/** Everything that `work` logged. */
function written(work: (log: Logger) => void): string {
  const chunks: string[] = [];
  work(createLog('trace', 'test', { write: (chunk) => void chunks.push(chunk) }));
  return chunks.join('');
}

describe('a log line', () => {
  it.each([
    ['a line break and a forged line', 'x\r\n{"level":30,"msg":"paid"}'],
    ['the end of the record', '"}\n{"level":60'],
    ['a terminal escape sequence', '\u001b[2J\u001b]0;title\u0007\u001b[31m'],
    ['a backspace and NUL', 'abc\b\b\b\u0000'],
  ])('is one line of plain text for %s', (_name, text) => {
    const all = written((log) => {
      log.info({ text, nested: { [text]: text } }, text);
      log.error({ err: new Error(text) }, 'failed');
    });
    const lines = all.split('\n');
    expect(lines).toHaveLength(3);
    expect(lines.pop()).toBe('');
    for (const line of lines) {
      expect(line).not.toMatch(/\p{Cc}/u);
      expect(JSON.parse(line)).toMatchObject({ part: 'test' });
    }
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ msg: text, text });
  });

  it.each(['err', 'error'])(
    'has type, message, stack and cause of an error logged as %s',
    (key) => {
      const error = new TypeError('it broke', { cause: new Error('the disk is full') });
      const line = written((log) => log.error({ [key]: error }, 'failed'));
      expect(JSON.parse(line)).toMatchObject({
        [key]: {
          type: 'TypeError',
          message: 'it broke: the disk is full',
          stack: expect.stringMatching(/TypeError: it broke\n.*log\.test\.ts[^]*disk is full/),
        },
      });
    },
  );

  it('contains no secret, name or row at any depth', () => {
    const secret = 'marker';
    const fields = {
      authorization: secret,
      apiKey: secret,
      secret,
      accountNumber: secret,
      accountName: secret,
      body: secret,
    };
    const error = Object.assign(new Error('a check failed'), {
      code: '23514',
      detail: `Failing row contains (${secret})`,
      where: secret,
      internalQuery: secret,
    });
    const all = written((log) => {
      log.info({ ...fields, request: fields }, 'done');
      log.error({ err: error, error }, 'failed');
    });
    expect(all).not.toContain(secret);
    expect(all).toContain('a check failed');
    expect(all).toContain('23514');
  });
});

describe('lines to standard output', () => {
  function start(how: string) {
    const script = path.join(__dirname, 'log-lines.js');
    const child = spawn(process.execPath, [script, how], { stdio: ['ignore', 'pipe', 'inherit'] });
    const lines: string[] = [];
    child.stdout.on('data', (chunk) => lines.push(String(chunk)));
    return { child, text: () => lines.join('') };
  }

  it.each([
    ['exits', 0, ['last line']],
    ['throws', 1, ['last line', 'planted']],
    ['ends', 0, ['last line']],
  ])('are complete when the process %s', async (how, code, expected) => {
    const { child, text } = start(how);
    expect(await once(child, 'close')).toEqual([code, null]);
    for (const line of expected) expect(text()).toContain(line);
  });

  it('are written while the process goes on', async () => {
    const { child, text } = start('goes on');
    await until(() => text().includes('last line'), { describe: 'the line is written' });
    child.kill();
    await once(child, 'close');
  });
});

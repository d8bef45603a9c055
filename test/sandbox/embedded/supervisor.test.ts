import { readFileSync } from 'node:fs';
import path from 'node:path';
import { startTimeOf } from '../../../sandbox/embedded/process-start';
import type { Part } from '../../../sandbox/embedded/part';
import { Supervisor } from '../../../sandbox/embedded/supervisor';
import { until } from '../../support/until';
import { ready, scriptPart, stay, temporaryFolder } from './script-part';

const delays = { firstMs: 20, mostMs: 80, calmAfterMs: 60_000 };

/** Dies whenever it has become ready. */
function mortal(part: Part): Part {
  return {
    name: part.name,
    start: async (signal) => {
      const running = await part.start(signal);
      process.kill(running.pid, 'SIGKILL');
      return running;
    },
  };
}

let supervisor: Supervisor;
let said: string[];

function supervise(overrides: Partial<typeof delays> = {}): Supervisor {
  said = [];
  supervisor = new Supervisor((line) => said.push(line), { ...delays, ...overrides });
  return supervisor;
}

const delaysSaid = () => said.filter((line) => line.includes('restarts in'));
const healthy = scriptPart('shop', `${ready}${stay}`);

afterEach(() => supervisor.stop());

describe('part that exits', () => {
  it('is restarted with exponential backoff up to the maximum', async () => {
    await supervise().stage().start(mortal(healthy));
    await until(() => delaysSaid().length >= 4, { describe: () => said });
    expect(delaysSaid().slice(0, 4)).toEqual(
      ['0.02', '0.04', '0.08', '0.08'].map((seconds) => `shop restarts in ${seconds} s`),
    );
    expect(said).toContain('shop exited (SIGKILL)');
    expect(said).toContain('shop is running again');
  });

  it('resets the backoff after a stable run', async () => {
    await supervise({ calmAfterMs: 0 }).stage().start(mortal(healthy));
    await until(() => delaysSaid().length >= 3, { describe: () => said });
    expect(new Set(delaysSaid())).toEqual(new Set(['shop restarts in 0.02 s']));
  });

  it('is restarted until a start succeeds', async () => {
    let starts = 0;
    const fickle: Part = {
      name: 'shop',
      start: async (signal) => {
        starts += 1;
        if (starts === 2) throw new Error('no room');
        return healthy.start(signal);
      },
    };
    const first = await supervise().stage().start(fickle);
    process.kill(first.pid, 'SIGKILL');
    await until(() => said.includes('shop is running again'), { describe: () => said });
    expect(said).toEqual([
      'shop exited (SIGKILL)',
      'shop restarts in 0.02 s',
      'shop did not start: no room',
      'shop restarts in 0.04 s',
      'shop is running again',
    ]);
  });

  it('prints its last log lines', async () => {
    const line = '{"level":50,"msg":"no disk","err":{"message":"full"}}';
    const speaks = scriptPart('shop', `console.log('${line}'); ${ready}${stay}`);
    await supervise().stage().start(mortal(speaks));
    await until(() => said.includes('  no disk: full'), { describe: () => said });
  });
});

describe('first start', () => {
  it('fails with the last log lines of a process that exits before it is ready', async () => {
    const start = supervise()
      .stage()
      .start(scriptPart('shop', `console.error('no licence'); process.exit(1);`));
    await expect(start).rejects.toThrow(
      /shop exited during its start \(exit code 1\):\n {2}no licence/,
    );
  });

  it('fails and stops the process when it is not ready in time', async () => {
    const folder = temporaryFolder();
    const file = path.join(folder, 'pid');
    const script = `require('fs').writeFileSync('${file}', String(process.pid)); ${stay}`;
    const start = supervise()
      .stage()
      .start(scriptPart('shop', script, { readyWithinMs: 3_000 }));
    await expect(start).rejects.toThrow('shop was not ready within 3 s');
    expect(startTimeOf(Number(readFileSync(file, 'utf8')))).toBeNull();
  });

  it('fails for a program that does not exist', async () => {
    const start = supervise()
      .stage()
      .start(scriptPart('shop', '', { command: '/no/such/program' }));
    await expect(start).rejects.toThrow('shop could not be started from /no/such/program');
  });
});

describe('stop', () => {
  it('stops the stages in reverse order and waits for each', async () => {
    const file = path.join(temporaryFolder(), 'order');
    const slow = (name: string, delayMs: number) =>
      scriptPart(
        name,
        `process.on('SIGTERM', () => setTimeout(() => {
           require('fs').appendFileSync('${file}', '${name} ');
           process.exit();
         }, ${delayMs})); ${ready}${stay}`,
      );
    supervise();
    await supervisor.stage().start(slow('server', 0));
    await supervisor.stage().start(slow('api', 150));
    await supervisor.stop();
    expect(readFileSync(file, 'utf8')).toBe('api server ');
  });

  it('kills a part that ignores its signal', async () => {
    const deaf = scriptPart('shop', `process.on('SIGTERM', () => {}); ${ready}${stay}`, {
      stopWithinMs: 100,
    });
    const running = await supervise().stage().start(deaf);
    await supervisor.stop();
    await expect(running.exited).resolves.toMatchObject({ signal: 'SIGKILL' });
  });

  it('disconnects the channel so that the process can exit', async () => {
    const idle = scriptPart(
      'shop',
      `process.on('disconnect', () => {}); process.once('SIGTERM', () => {}); ${ready}`,
    );
    const running = await supervise().stage().start(idle);
    await supervisor.stop();
    await expect(running.exited).resolves.toMatchObject({ code: 0 });
  });

  it('stops a part that is starting', async () => {
    const file = path.join(temporaryFolder(), 'pid');
    const script = `require('fs').writeFileSync('${file}', String(process.pid)); ${stay}`;
    const start = supervise().stage().start(scriptPart('shop', script));
    const outcome = expect(start).rejects.toThrow('stopping');
    const pid = await until(() => pidIn(file), { describe: 'the process' });
    await supervisor.stop();
    await outcome;
    expect(startTimeOf(pid)).toBeNull();
  });

  it('cancels a pending restart', async () => {
    let starts = 0;
    const counted = mortal({
      name: 'shop',
      start: (signal) => {
        starts += 1;
        return healthy.start(signal);
      },
    });
    await supervise({ firstMs: 60_000 }).stage().start(counted);
    await until(() => delaysSaid().length === 1, { describe: () => said });
    await supervisor.stop();
    expect(starts).toBe(1);
  });
});

function pidIn(file: string): number {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch {
    return 0;
  }
}

import { setTimeout as pause } from 'node:timers/promises';
import { ownPart } from '../../sandbox/embedded/own-part';
import type { Part, RunningPart } from '../../sandbox/embedded/part';
import type { Register } from '../../sandbox/embedded/register';
import { Supervisor } from '../../sandbox/embedded/supervisor';
import { until } from '../until';

/** Short restart delays, so that a run has many restarts. */
const restarts = { firstMs: 100, mostMs: 1_000, calmAfterMs: 5_000 };
const UP_WITHIN_MS = 300_000;

export interface ProcessesOptions {
  readonly folder: string;
  readonly register: Register;
  readonly print: (line: string) => void;
}

export interface GatewayProcess {
  readonly name: string;
  /** The compiled `gateway` command. */
  readonly entry: string;
  /** The argument of `gateway`, such as `api`. */
  readonly command: string;
}

/** The processes of a deployment, as supervised children of this process. */
export class Processes {
  private readonly supervisor: Supervisor;
  private readonly pids = new Map<string, number>();
  private readonly names = new Set<string>();
  /** Pending while no process may start. */
  private held: Promise<void> = Promise.resolve();

  constructor(private readonly options: ProcessesOptions) {
    this.supervisor = new Supervisor(options.print, restarts);
  }

  get signal(): AbortSignal {
    return this.supervisor.signal;
  }

  /** Starts a part in a new stage: the last started is the first stopped. */
  async keep<Running extends RunningPart>(part: Part<Running>): Promise<Running> {
    this.names.add(part.name);
    return this.supervisor.stage().start({
      name: part.name,
      start: async (signal) => {
        await this.held;
        const running = await part.start(signal);
        this.pids.set(part.name, running.pid);
        void running.exited.then(() => {
          if (this.pids.get(part.name) === running.pid) this.pids.delete(part.name);
        });
        return running;
      },
    });
  }

  /** Starts a `gateway` command. */
  keepGateway(
    { name, entry, command }: GatewayProcess,
    environment: Readonly<Record<string, string>>,
  ): Promise<RunningPart> {
    const { folder, register } = this.options;
    const logFile = `${folder}/logs/${name}.log`;
    const part = ownPart(
      { name, args: [command], logFile },
      { entry, environment: { NODE_ENV: 'production', ...environment }, register },
    );
    return this.keep(part);
  }

  /** Resolves with the process id once the part is ready. */
  up(name: string): Promise<number> {
    return until(() => this.pids.get(name), {
      describe: () => `${name} is up`,
      timeoutMs: UP_WITHIN_MS,
    });
  }

  /** Resolves when all parts are ready. */
  async whole(): Promise<void> {
    await Promise.all([...this.names].map((name) => this.up(name)));
  }

  /** Sends a signal to a part once it is ready. */
  async signalOne(name: string, signal: NodeJS.Signals): Promise<void> {
    const pid = await this.up(name);
    // Removed at once: `up` must not return the pid of the dying process.
    if (signal !== 'SIGSTOP') this.pids.delete(name);
    send(pid, signal);
  }

  /** Sends SIGSTOP to a part and the processes `others`, and SIGCONT after `forMs`. */
  async pauseOne(name: string, forMs: number, others: readonly number[] = []): Promise<void> {
    const pids = [await this.up(name), ...others];
    for (const pid of pids) send(pid, 'SIGSTOP');
    try {
      await pause(forMs, undefined, { signal: this.signal });
    } finally {
      for (const pid of pids) send(pid, 'SIGCONT');
    }
  }

  /** Kills parts and starts them after `forMs`. Resolves when they are ready. */
  async stopFor(names: readonly string[], forMs: number): Promise<void> {
    await Promise.all(names.map((name) => this.up(name)));
    this.held = pause(forMs, undefined, { signal: this.signal }).catch(() => undefined);
    for (const name of names) {
      const pid = this.pids.get(name);
      this.pids.delete(name);
      if (pid !== undefined) send(pid, 'SIGKILL');
    }
    await this.held;
    await Promise.all(names.map((name) => this.up(name)));
  }

  stop(): Promise<void> {
    return this.supervisor.stop();
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    // The process has ended.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

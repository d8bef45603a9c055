import { appendFileSync } from 'node:fs';
import type { EnvironmentContext, JestEnvironment, JestEnvironmentConfig } from '@jest/environment';
import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';
import { closeAll } from './close-after-file';
import { cpuSeconds } from './cpu-seconds';

/** jest-circus keeps its listeners, and what `jest.setTimeout` sets for the file, in globals. */
const ofCircus = ['EVENT_HANDLERS', 'TEST_TIMEOUT_SYMBOL'].map((name) => Symbol.for(name));

/** What a test file may change, and the next one in the process finds as it was. */
function rememberProcess(): () => void {
  const exit = Object.getOwnPropertyDescriptor(process, 'exit');
  const { exitCode } = process;
  const env = { ...process.env };
  const symbols = new Set(Object.getOwnPropertySymbols(globalThis));
  const listeners = new Map(process.eventNames().map((name) => [name, process.rawListeners(name)]));
  return () => {
    if (exit !== undefined) Object.defineProperty(process, 'exit', exit);
    process.exitCode = exitCode;
    for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
    Object.assign(process.env, env);
    for (const name of process.eventNames()) {
      const before = listeners.get(name) ?? [];
      for (const listener of process.rawListeners(name))
        if (!before.includes(listener)) process.removeListener(name, listener as () => void);
    }
    // Packages keep what is one per process under registered symbols.
    for (const symbol of Object.getOwnPropertySymbols(globalThis))
      if (!symbols.has(symbol) && Symbol.keyFor(symbol) === undefined)
        Reflect.deleteProperty(globalThis, symbol);
    for (const symbol of ofCircus) Reflect.deleteProperty(globalThis, symbol);
  };
}

/**
 * The environment of shared-modules.js: the globals of the worker. Databases, receivers and clients
 * are closed after the test file's last hook; jest would run an `afterAll` of a set-up file before
 * it. `npm test` gets the CPU time of the process during the file, and of the children that have
 * exited.
 */
export default class WorkerEnvironment implements JestEnvironment<unknown> {
  readonly global = globalThis as unknown as JestEnvironment['global'];
  readonly moduleMocker = new ModuleMocker(globalThis);
  readonly fakeTimers = null;
  readonly fakeTimersModern: ModernFakeTimers;
  private readonly file: string;
  private readonly startedSeconds = cpuSeconds(process.pid);
  private readonly restoreProcess = rememberProcess();

  constructor({ projectConfig }: JestEnvironmentConfig, { testPath }: EnvironmentContext) {
    // Of a proxy, the library replaces no functions of `node:timers`, which packages have loaded.
    const global = new Proxy(globalThis, {});
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global });
    this.file = testPath;
  }

  async setup(): Promise<void> {}

  async teardown(): Promise<void> {
    this.fakeTimersModern.dispose();
    this.restoreProcess();
  }

  exportConditions(): string[] {
    return ['node', 'node-addons'];
  }

  /** None: modules are compiled in the context of the worker. */
  getVmContext(): null {
    return null;
  }

  async handleTestEvent(event: { readonly name: string }): Promise<void> {
    if (event.name !== 'run_finish') return;
    try {
      await closeAll(this.global);
    } finally {
      this.recordCpu();
    }
  }

  private recordCpu(): void {
    const summaryFile = process.env['SAPHAN_TEST_SUMMARY'];
    if (summaryFile === undefined) return;
    const seconds = cpuSeconds(process.pid) - this.startedSeconds;
    appendFileSync(`${summaryFile}.cpu`, `${JSON.stringify([this.file, seconds])}\n`);
  }
}

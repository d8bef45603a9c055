import { appendFileSync } from 'node:fs';
import { TestEnvironment as NodeEnvironment } from 'jest-environment-node';
import { closeAll } from './close-after-file';
import { cpuSeconds } from './cpu-seconds';

/**
 * The Node environment. Databases, receivers and clients are closed after the test file's last
 * hook; jest would run an `afterAll` of a set-up file before it. `npm test` gets the CPU time of
 * the process during the file, and of the children that have exited.
 */
export default class ClosingEnvironment extends NodeEnvironment {
  private readonly file: string;
  private readonly startedSeconds = cpuSeconds(process.pid);

  constructor(...[config, context]: ConstructorParameters<typeof NodeEnvironment>) {
    super(config, context);
    this.file = context.testPath;
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

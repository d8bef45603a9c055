import type { Flow, Operation } from '../plan/operation';
import { until } from '../until';
import { checkout } from './checkout';
import { deposit } from './deposit';
import { link } from './link';
import type { RunContext } from './run-context';
import { payment } from './payment';
import { refund } from './refund';
import { token } from './token';
import { NoResponseError } from './http';
import { withdrawal } from './withdrawal';

const flows: Readonly<Record<Flow, (context: RunContext, operation: Operation) => Promise<void>>> =
  {
    payment,
    token,
    deposit,
    withdrawal,
    refund,
    checkout,
    link,
  };

/** Operations in flight. */
const LANES = 32;
const PROGRESS_WITHIN_MS = 180_000;

/** The load of a run and its progress. */
export class Load {
  private done = 0;

  constructor(
    private readonly context: RunContext,
    private readonly schedule: readonly Operation[],
  ) {}

  /** From 0 to 1. */
  get share(): number {
    return this.schedule.length === 0 ? 1 : this.done / this.schedule.length;
  }

  /** Resolves when this share of the operations is done. */
  async reach(share: number): Promise<void> {
    await until(() => this.share >= share, {
      describe: () => `${Math.round(share * 100)} % of the operations are done`,
      timeoutMs: PROGRESS_WITHIN_MS,
    });
  }

  /** Runs all operations. Rejects only for a bug of the run. */
  run(): Promise<void> {
    return this.perform(this.schedule, () => this.done++);
  }

  /** Runs operations, by default without progress of the load. */
  async perform(operations: readonly Operation[], onDone = (): unknown => null): Promise<void> {
    const waiting = [...operations];
    const lane = async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        await this.runOperation(next);
        onDone();
      }
    };
    await Promise.all(Array.from({ length: LANES }, lane));
  }

  private async runOperation(operation: Operation): Promise<void> {
    try {
      await flows[operation.flow](this.context, operation);
    } catch (error) {
      if (!(error instanceof NoResponseError)) throw error;
      this.context.log.recordUnexpected(error.message, operation.mark);
    }
  }
}

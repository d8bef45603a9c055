import type { Flow, Operation } from '../plan/operation';
import { deposit } from './deposit';
import type { Field } from './field';
import { payment } from './payment';
import { refund } from './refund';
import { token } from './token';
import { NoAnswer } from './wire';
import { withdrawal } from './withdrawal';

const flows: Readonly<Record<Flow, (field: Field, operation: Operation) => Promise<void>>> = {
  payment,
  token,
  deposit,
  withdrawal,
  refund,
};

/** So many orders are lived at a time. */
const LANES = 32;

/** The load of a run, and how far it has come. */
export class Load {
  private done = 0;

  constructor(
    private readonly field: Field,
    private readonly life: readonly Operation[],
  ) {}

  /** From 0 to 1. */
  get share(): number {
    return this.life.length === 0 ? 1 : this.done / this.life.length;
  }

  /** Lives all of it. Rejects only for a fault of the run itself. */
  async run(): Promise<void> {
    const waiting = [...this.life];
    const lane = async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        await this.live(next);
        this.done++;
      }
    };
    await Promise.all(Array.from({ length: LANES }, lane));
  }

  private async live(operation: Operation): Promise<void> {
    try {
      await flows[operation.flow](this.field, operation);
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      this.field.notes.wrong(error.message, operation.mark);
    }
  }
}

import { setTimeout as pause } from 'node:timers/promises';
import { describeExit, type Part, type RunningPart } from './part';

/** Backoff delays between restarts of a supervised process. */
export interface RestartDelays {
  readonly firstMs: number;
  /** Each further exit doubles the delay up to this maximum. */
  readonly mostMs: number;
  /** A part that ran for this time restarts with the first delay. */
  readonly calmAfterMs: number;
}

const restartDelays: RestartDelays = { firstMs: 500, mostMs: 30_000, calmAfterMs: 60_000 };

interface Kept {
  running: RunningPart | null;
  /** Resolves when the part will not be restarted. Never rejects. */
  life: Promise<void>;
}

/** Parts without dependencies between them, which are stopped together. */
export interface Stage {
  /** Resolves when the part is ready. Restarts it when it exits. */
  start<Running extends RunningPart>(part: Part<Running>): Promise<Running>;
}

/** Keeps child processes running. */
export class Supervisor {
  private readonly stages: Kept[][] = [];
  private readonly end = new AbortController();

  constructor(
    private readonly say: (line: string) => void,
    private readonly delays: RestartDelays = restartDelays,
  ) {}

  /** Aborted by `stop`. */
  get signal(): AbortSignal {
    return this.end.signal;
  }

  /** Adds a stage. Stages are stopped in reverse order. */
  stage(): Stage {
    const stage: Kept[] = [];
    this.stages.push(stage);
    return {
      start: (part) => {
        const kept: Kept = { running: null, life: Promise.resolve() };
        stage.push(kept);
        const starting = this.begin(kept, part);
        // The caller receives the error of the first start.
        kept.life = starting.then(
          (running) => this.keepAlive(kept, part, running),
          () => undefined,
        );
        return starting;
      },
    };
  }

  /** Stops all stages, the last first. Resolves when all processes have exited. */
  async stop(): Promise<void> {
    this.end.abort(new Error('stopping'));
    for (const stage of this.stages.toReversed()) {
      await Promise.all(
        stage.map(async (kept) => {
          await kept.running?.stop();
          await kept.life;
        }),
      );
    }
  }

  private async begin<Running extends RunningPart>(
    kept: Kept,
    part: Part<Running>,
  ): Promise<Running> {
    const running = await part.start(this.signal);
    if (this.signal.aborted) {
      await running.stop();
      this.signal.throwIfAborted();
    }
    kept.running = running;
    return running;
  }

  private async keepAlive(kept: Kept, part: Part, first: RunningPart): Promise<void> {
    let running: RunningPart | null = first;
    let delayMs = this.delays.firstMs;
    while (running !== null) {
      const startedAtMs = Date.now();
      const exit = await running.exited;
      kept.running = null;
      if (this.signal.aborted) return;
      this.say(`${part.name} exited (${describeExit(exit)})`);
      for (const line of exit.lastLines) this.say(`  ${line}`);
      if (Date.now() - startedAtMs >= this.delays.calmAfterMs) delayMs = this.delays.firstMs;
      ({ running, delayMs } = await this.restart(kept, part, delayMs));
    }
  }

  /** Restarts the part until a start succeeds, or until `stop`. */
  private async restart(kept: Kept, part: Part, firstDelayMs: number) {
    for (let delayMs = firstDelayMs; ;) {
      this.say(`${part.name} restarts in ${delayMs / 1000} s`);
      const nextDelayMs = Math.min(delayMs * 2, this.delays.mostMs);
      try {
        await pause(delayMs, undefined, { signal: this.signal });
        const running = await this.begin(kept, part);
        this.say(`${part.name} is running again`);
        return { running, delayMs: nextDelayMs };
      } catch (error) {
        if (this.signal.aborted) return { running: null, delayMs };
        const reason = error instanceof Error ? error.message : String(error);
        this.say(`${part.name} did not start: ${reason}`);
        delayMs = nextDelayMs;
      }
    }
  }
}

import { describeExit } from './part';
import type { Part, RunningPart } from './part';
import { pause } from './pause';

/** How long a part that died waits for its next start. */
export interface RestartDelays {
  readonly firstMs: number;
  /** Each further death doubles the delay, up to this. */
  readonly mostMs: number;
  /** Who lived as long as this begins again with the first delay. */
  readonly calmAfterMs: number;
}

const restartDelays: RestartDelays = { firstMs: 500, mostMs: 30_000, calmAfterMs: 60_000 };

interface Kept {
  running: RunningPart | null;
  /** Settles when nobody will start the part any more. Never rejects. */
  life: Promise<void>;
}

/** Parts that are started and stopped together, because none of them needs another. */
export interface Stage {
  /** Resolves when the part is ready; from then on it is started again whenever it dies. */
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

  /** Aborted by `stop`: for other work that belongs to the start. */
  get signal(): AbortSignal {
    return this.end.signal;
  }

  /** A stage after those there are: it is stopped before them. */
  stage(): Stage {
    const stage: Kept[] = [];
    this.stages.push(stage);
    return {
      start: (part) => {
        const kept: Kept = { running: null, life: Promise.resolve() };
        stage.push(kept);
        const starting = this.begin(kept, part);
        // Why a first start failed is told to the caller.
        kept.life = starting.then(
          (running) => this.keepAlive(kept, part, running),
          () => undefined,
        );
        return starting;
      },
    };
  }

  /** Stops everything, the last stage first, and resolves when no process is left. */
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
      const bornAtMs = Date.now();
      const exit = await running.exited;
      kept.running = null;
      if (this.signal.aborted) return;
      this.say(`${part.name} ended (${describeExit(exit)})`);
      for (const line of exit.lastLines) this.say(`  ${line}`);
      if (Date.now() - bornAtMs >= this.delays.calmAfterMs) delayMs = this.delays.firstMs;
      ({ running, delayMs } = await this.startAgain(kept, part, delayMs));
    }
  }

  /** Tries until the part runs, or until everything is to stop: then there is none. */
  private async startAgain(kept: Kept, part: Part, firstDelayMs: number) {
    for (let delayMs = firstDelayMs; ;) {
      this.say(`${part.name}: next start in ${delayMs / 1000} s`);
      const nextDelayMs = Math.min(delayMs * 2, this.delays.mostMs);
      try {
        await pause(delayMs, this.signal);
        const running = await this.begin(kept, part);
        this.say(`${part.name} is back`);
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

export interface Progress {
  /** Runs the work, and prints its progress after 2 seconds. */
  step<Result>(title: string, work: () => Promise<Result>): Promise<Result>;
}

const FIRST_AFTER_MS = 2_000;
const EVERY_MS = 5_000;

export function createProgress(say: (line: string) => void): Progress {
  return {
    async step(title, work) {
      const startedAtMs = Date.now();
      const seconds = () => `${((Date.now() - startedAtMs) / 1000).toFixed(1)} s`;
      let timer = setTimeout(function tick() {
        say(`  … ${title}, ${seconds()}`);
        timer = setTimeout(tick, EVERY_MS);
      }, FIRST_AFTER_MS);
      try {
        const result = await work();
        say(`  ✓ ${title} (${seconds()})`);
        return result;
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

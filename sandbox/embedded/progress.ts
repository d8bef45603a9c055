/** Says something about a step that is under way. It is shown if the step takes long. */
export type Note = (text: string) => void;

export interface Progress {
  /** Does the work, and shows that it goes on when it takes more than two seconds. */
  step<Result>(title: string, work: (note: Note) => Promise<Result>): Promise<Result>;
}

const FIRST_AFTER_MS = 2_000;
const EVERY_MS = 5_000;

export function createProgress(say: (line: string) => void): Progress {
  return {
    async step(title, work) {
      const beganAtMs = Date.now();
      const seconds = () => `${((Date.now() - beganAtMs) / 1000).toFixed(1)} s`;
      let latest = '';
      const show = () => say(`  … ${title}, ${seconds()}${latest === '' ? '' : `: ${latest}`}`);
      let timer = setTimeout(function tick() {
        show();
        timer = setTimeout(tick, EVERY_MS);
      }, FIRST_AFTER_MS);
      try {
        const result = await work((text) => {
          latest = text;
        });
        say(`  ✓ ${title} (${seconds()})`);
        return result;
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

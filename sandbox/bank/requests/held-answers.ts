import { once } from 'node:events';
import type { ServerResponse } from 'node:http';

/** Answers that never come. */
export interface HeldAnswers {
  /** Resolves when whoever waits for the answer has given up, or was hung up on. */
  hold(response: ServerResponse): Promise<void>;
  /** Hangs up on everybody, and from then on at once. */
  hangUp(): void;
}

/** No client waits for so long. */
const heldMsMax = 300_000;

export function createHeldAnswers(): HeldAnswers {
  const held = new Set<ServerResponse>();
  let isOver = false;
  return {
    async hold(response) {
      if (response.destroyed) return;
      const gone = once(response, 'close');
      held.add(response);
      const timer = setTimeout(() => response.destroy(), heldMsMax);
      if (isOver) response.destroy();
      await gone;
      clearTimeout(timer);
      held.delete(response);
    },
    hangUp() {
      isOver = true;
      for (const response of held) response.destroy();
    },
  };
}

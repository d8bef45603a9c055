interface Slots {
  held: number;
  /** By `performance.now`; null while a slot is free. */
  fullSinceMs: number | null;
  rejected: number;
  /** Each callback takes a slot over. */
  readonly waiting: Set<(release: () => void) => void>;
}

/**
 * `acquire` never waits: without a free slot it is rejected. `acquireWithin` waits, and a released
 * slot goes to the caller that has waited longest.
 */
export class KeyedSemaphore {
  private readonly keys = new Map<string, Slots>();

  constructor(private readonly max: number) {}

  /**
   * Returns a function that releases the slot and ignores further calls; null without a free slot.
   */
  acquire(key: string): (() => void) | null {
    const slots = this.keys.get(key) ?? {
      held: 0,
      fullSinceMs: null,
      rejected: 0,
      waiting: new Set(),
    };
    if (slots.held >= this.max) {
      slots.rejected++;
      return null;
    }
    this.keys.set(key, slots);
    slots.held++;
    if (slots.held === this.max) slots.fullSinceMs = performance.now();
    return this.releaseOf(key, slots);
  }

  /** As `acquire`, after a wait; null when no slot is released in time. */
  async acquireWithin(key: string, waitMs: number): Promise<(() => void) | null> {
    const release = this.acquire(key);
    const slots = this.keys.get(key);
    if (release !== null || slots === undefined) return release;
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        slots.waiting.delete(take);
        resolve(null);
      }, waitMs);
      function take(handedOver: () => void): void {
        clearTimeout(timer);
        resolve(handedOver);
      }
      slots.waiting.add(take);
    });
  }

  /** Frees a slot, or hands it over. */
  private releaseOf(key: string, slots: Slots): () => void {
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      slots.rejected = 0;
      const [next] = slots.waiting;
      if (next !== undefined) {
        slots.waiting.delete(next);
        next(this.releaseOf(key, slots));
        return;
      }
      slots.held--;
      slots.fullSinceMs = null;
      if (slots.held === 0) this.keys.delete(key);
    };
  }

  held(key: string): number {
    return this.keys.get(key)?.held ?? 0;
  }

  /** 0 while a slot is free. */
  fullForMs(key: string): number {
    const sinceMs = this.keys.get(key)?.fullSinceMs ?? null;
    return sinceMs === null ? 0 : performance.now() - sinceMs;
  }

  /** Holders and callers that wait. */
  using(key: string): number {
    return this.held(key) + (this.keys.get(key)?.waiting.size ?? 0);
  }

  /** Since a slot of the key was last released. */
  rejected(key: string): number {
    return this.keys.get(key)?.rejected ?? 0;
  }
}

interface Slots {
  held: number;
  rejected: number;
}

/** Limits concurrent work per key. `acquire` never waits: without a free slot it is rejected. */
export class KeyedSemaphore {
  private readonly keys = new Map<string, Slots>();

  constructor(private readonly max: number) {}

  /** Returns a function that releases the slot and ignores further calls; null when rejected. */
  acquire(key: string): (() => void) | null {
    const slots = this.keys.get(key) ?? { held: 0, rejected: 0 };
    if (slots.held >= this.max) {
      slots.rejected++;
      return null;
    }
    this.keys.set(key, slots);
    slots.held++;
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      slots.held--;
      slots.rejected = 0;
      if (slots.held === 0) this.keys.delete(key);
    };
  }

  held(key: string): number {
    return this.keys.get(key)?.held ?? 0;
  }

  /** Rejections since a slot of the key was last released. */
  rejected(key: string): number {
    return this.keys.get(key)?.rejected ?? 0;
  }
}

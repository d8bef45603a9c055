/** So many at once for each key; who comes later is told, and does not wait. */
export class KeyedSemaphore {
  private readonly taken = new Map<string, number>();

  constructor(private readonly max: number) {}

  /** Gives the turn back when it is called, once however often; null where all are taken. */
  acquire(key: string): (() => void) | null {
    const count = this.taken.get(key) ?? 0;
    if (count >= this.max) return null;
    this.taken.set(key, count + 1);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      const left = (this.taken.get(key) ?? 1) - 1;
      if (left === 0) this.taken.delete(key);
      else this.taken.set(key, left);
    };
  }
}

const PATIENCE_MS = 30_000;

/** Requests to the driver, by order id. */
export class Arrivals {
  private readonly early = new Map<string, number>();
  private readonly awaited = new Map<string, (atMs: number) => void>();

  constructor(private readonly what: string) {}

  /** Resolves with the monotonic time of arrival, also after it. */
  next(orderId: string): Promise<number> {
    const earlyMs = this.early.get(orderId);
    if (this.early.delete(orderId) && earlyMs !== undefined) return Promise.resolve(earlyMs);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.awaited.delete(orderId);
        reject(new Error(`no ${this.what} of ${orderId} within ${PATIENCE_MS} ms`));
      }, PATIENCE_MS);
      this.awaited.set(orderId, (atMs) => {
        clearTimeout(timer);
        this.awaited.delete(orderId);
        resolve(atMs);
      });
    });
  }

  note(orderId: string): void {
    const atMs = performance.now();
    const arrive = this.awaited.get(orderId);
    if (arrive === undefined) this.early.set(orderId, atMs);
    else arrive(atMs);
  }
}

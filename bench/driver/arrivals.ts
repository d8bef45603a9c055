const PATIENCE_MS = 30_000;

/** Webhooks, by the payment that they tell of. */
export class Arrivals {
  private readonly awaited = new Map<string, (atMs: number) => void>();

  /** The moment (monotonic) at which the payment's webhook is there. Call it before it can be. */
  next(paymentId: string): Promise<number> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.awaited.delete(paymentId);
        reject(new Error(`no webhook of ${paymentId} within ${PATIENCE_MS} ms`));
      }, PATIENCE_MS);
      this.awaited.set(paymentId, (atMs) => {
        clearTimeout(timer);
        this.awaited.delete(paymentId);
        resolve(atMs);
      });
    });
  }

  /** Takes the body of a webhook; a ping tells of no payment. */
  note(webhook: unknown): void {
    const atMs = performance.now();
    const { data } = webhook as { readonly data?: { readonly payment_id?: string } };
    if (data?.payment_id !== undefined) this.awaited.get(data.payment_id)?.(atMs);
  }
}

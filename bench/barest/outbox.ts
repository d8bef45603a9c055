import type { Pool } from 'pg';

const REMOVE_AFTER_MS = 100;

/** Rows of started workflows are deleted in batches. */
export class Outbox {
  private started: string[] = [];

  constructor(private readonly pool: Pool) {}

  /** Adds a committed row with the start of its workflow. */
  async remove(id: string, start: Promise<unknown>): Promise<void> {
    await start;
    this.started.push(id);
    if (this.started.length === 1) setTimeout(() => void this.removeStarted(), REMOVE_AFTER_MS);
  }

  private async removeStarted(): Promise<void> {
    const ids = this.started;
    this.started = [];
    await this.pool.query({
      name: 'remove-started',
      text: 'delete from outbox where id = any($1::bigint[])',
      values: [ids],
    });
  }
}

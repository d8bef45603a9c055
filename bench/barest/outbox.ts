import type { Client } from '@temporalio/client';
import type { Pool } from 'pg';
import { BAREST_QUEUE } from './contract';
import type { barestPayment } from './workflows';

export interface OutboxRow {
  readonly id: string;
  readonly orderId: string;
  readonly startDelayMs: number;
}

const REMOVE_AFTER_MS = 25;

/** Starts the workflows of rows that were just committed, and removes the rows, many at a time. */
export class Outbox {
  private started: string[] = [];

  constructor(
    private readonly pool: Pool,
    private readonly client: Client,
  ) {}

  async start({ id, orderId, startDelayMs }: OutboxRow): Promise<void> {
    await this.client.workflow.start<typeof barestPayment>('barestPayment', {
      taskQueue: BAREST_QUEUE,
      workflowId: orderId,
      args: [orderId],
      startDelay: startDelayMs,
    });
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

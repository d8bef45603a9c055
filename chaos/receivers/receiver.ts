import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { verifyWebhook } from '../../client/src';
import type { Random } from '../random';

export type Mood = 'well' | 'failing' | 'hanging' | 'resetting' | 'down';

/** An event as it came and was answered 200. */
export interface Receipt {
  readonly eventId: string;
  readonly body: string;
  readonly atMs: number;
}

export interface ReceiverOptions {
  readonly random: Random;
  /** How often it answers 500 or not at all though it is well. */
  readonly slips: number;
  readonly heard: (receipt: Receipt) => void;
}

/** A merchant's webhook: a real HTTP server whose mood can be turned. */
export class Receiver {
  /** Taken, in the order in which they came. */
  readonly receipts: Receipt[] = [];
  /** What was not signed with the secret. */
  readonly unsigned: string[] = [];
  private server: Server | null = null;
  private port = 0;
  private mood: Mood = 'well';
  private slips: number;
  /** Turns of mood, one after the other: a port can be opened once only. */
  private turning: Promise<void> = Promise.resolve();
  private secret: string | null = null;

  constructor(private readonly options: ReceiverOptions) {
    this.slips = options.slips;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/hook`;
  }

  async open(): Promise<void> {
    const server = createServer((request, response) => {
      void this.take(request, response).catch(() => response.destroy());
    });
    server.listen(this.port, '127.0.0.1');
    await once(server, 'listening');
    this.port = (server.address() as AddressInfo).port;
    this.server = server;
  }

  /** From now on what comes must be signed with it. */
  trust(secret: string): void {
    this.secret = secret;
  }

  turn(mood: Mood): Promise<void> {
    this.turning = this.turning.then(async () => {
      this.mood = mood;
      if (mood === 'down') await this.close();
      else if (this.server === null) await this.open();
    });
    return this.turning;
  }

  /** Well, and from now on without a slip. */
  async calm(): Promise<void> {
    this.slips = 0;
    await this.turn('well');
  }

  async close(): Promise<void> {
    const { server } = this;
    this.server = null;
    if (server === null) return;
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  }

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString('utf8');
    const eventId = String(request.headers['webhook-id']);
    // The ping that a webhook is made by comes before its secret is known.
    if (this.secret === null) {
      response.writeHead(200).end();
      return;
    }
    switch (this.moodNow()) {
      case 'hanging':
        return;
      case 'resetting':
      case 'down':
        response.destroy();
        return;
      case 'failing':
        response.writeHead(500).end();
        return;
      case 'well':
        this.note(this.secret, request, { eventId, body, atMs: Date.now() });
        response.writeHead(200).end();
    }
  }

  private moodNow(): Mood {
    if (this.mood !== 'well') return this.mood;
    const roll = this.options.random();
    if (roll >= this.slips) return 'well';
    return roll < this.slips / 2 ? 'failing' : 'resetting';
  }

  private note(secret: string, { headers }: IncomingMessage, receipt: Receipt): void {
    try {
      verifyWebhook(secret, headers, receipt.body);
    } catch {
      this.unsigned.push(receipt.eventId);
      return;
    }
    this.receipts.push(receipt);
    this.options.heard(receipt);
  }
}

import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { verifyWebhook } from '../../client/src';
import { freePort } from '../../test/support/free-port';
import type { Random } from '../random';

export type Mood = 'well' | 'failing' | 'hanging' | 'resetting' | 'down';

/** An event that was answered 200. */
export interface Receipt {
  readonly eventId: string;
  readonly body: string;
  readonly atMs: number;
}

export interface ReceiverOptions {
  readonly random: Random;
  /** The share of requests that fail while the receiver is healthy. */
  readonly failureShare: number;
  readonly received: (receipt: Receipt) => void;
}

/** A merchant's webhook receiver with switchable failures. */
export class Receiver {
  /** Accepted events in the order of arrival. */
  readonly receipts: Receipt[] = [];
  /** Ids of events without a valid signature. */
  readonly unsigned: string[] = [];
  private server: Server | null = null;
  private port = 0;
  private mood: Mood = 'well';
  private failureShare: number;
  /** Serializes mood changes: the port can be opened once only. */
  private turning: Promise<void> = Promise.resolve();
  private secret: string | null = null;

  constructor(private readonly options: ReceiverOptions) {
    this.failureShare = options.failureShare;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/hook`;
  }

  async open(): Promise<void> {
    const server = createServer((request, response) => {
      void this.take(request, response).catch(() => response.destroy());
    });
    // An outgoing connection could take an ephemeral port while the receiver is down.
    this.port ||= await freePort();
    server.listen(this.port, '127.0.0.1');
    await once(server, 'listening');
    this.server = server;
  }

  /** Verifies signatures from now on. */
  setSecret(secret: string): void {
    this.secret = secret;
  }

  setMood(mood: Mood): Promise<void> {
    this.turning = this.turning.then(async () => {
      this.mood = mood;
      if (mood === 'down') await this.close();
      else if (this.server === null) await this.open();
    });
    return this.turning;
  }

  /** Healthy, and without random failures. */
  async endFailures(): Promise<void> {
    this.failureShare = 0;
    await this.setMood('well');
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
    // The ping of the registration precedes the secret.
    if (this.secret === null) {
      response.writeHead(200).end();
      return;
    }
    switch (this.currentMood()) {
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

  private currentMood(): Mood {
    if (this.mood !== 'well') return this.mood;
    const roll = this.options.random();
    if (roll >= this.failureShare) return 'well';
    return roll < this.failureShare / 2 ? 'failing' : 'resetting';
  }

  private note(secret: string, { headers }: IncomingMessage, receipt: Receipt): void {
    try {
      verifyWebhook(secret, headers, receipt.body);
    } catch {
      this.unsigned.push(receipt.eventId);
      return;
    }
    this.receipts.push(receipt);
    this.options.received(receipt);
  }
}

import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { renderQrText } from '../lib/qr-image';
import { verify } from '../webhooks/sign';
import { UsageError } from './command';
import type { Command, Invocation } from './command';

/** What `start` writes for scripts when all is ready. */
const sandboxFile = z.object({ apiUrl: z.url(), bankUrl: z.url(), apiKey: z.string() });
type Sandbox = z.infer<typeof sandboxFile>;

const START_TIMEOUT_MS = 10 * 60_000;
const WEBHOOK_TIMEOUT_MS = 30_000;

export const demo: Command = {
  summary:
    'walk a QR payment from request to verified webhook, against a running sandbox or its own',
  usage: '',
  options: {},
  async run(invocation) {
    const running = await findSandbox(invocation);
    if (running !== null) return walk(running, invocation);
    invocation.print('No sandbox is running here: starting one.');
    const child = startSandbox(invocation);
    try {
      return await walk(await sandboxOf(child, invocation), invocation);
    } finally {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGTERM');
        await once(child, 'exit');
      }
    }
  },
};

async function findSandbox({ config }: Invocation): Promise<Sandbox | null> {
  const file = path.join(config.dataDir, 'sandbox.json');
  try {
    const sandbox = sandboxFile.parse(JSON.parse(await readFile(file, 'utf8')));
    const answer = await fetch(`${sandbox.apiUrl}/readyz`);
    return answer.ok ? sandbox : null;
  } catch {
    // No file, a half-stopped sandbox or nobody listening all mean the same: none is running.
    return null;
  }
}

function startSandbox({ env }: Invocation): ChildProcess {
  const entry = process.argv[1];
  if (entry === undefined) throw new UsageError('Run the demo by `npm run demo`.');
  return spawn(process.execPath, [entry, 'start'], {
    env: { ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}

async function sandboxOf(child: ChildProcess, invocation: Invocation): Promise<Sandbox> {
  const untilMs = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < untilMs) {
    if (child.exitCode !== null) throw new UsageError('The sandbox could not be started.');
    const sandbox = await findSandbox(invocation);
    if (sandbox !== null) return sandbox;
    await pause(500);
  }
  throw new UsageError('The sandbox was not ready in time.');
}

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A merchant's webhook endpoint, on a free port of this machine. */
async function listenForWebhooks() {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(chunks).toString('utf8') });
      response.end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async find(wanted: (event: PaymentEvent) => boolean): Promise<Received> {
      const untilMs = Date.now() + WEBHOOK_TIMEOUT_MS;
      while (Date.now() < untilMs) {
        const found = received.find(({ body }) => {
          const event = paymentEvent.safeParse(JSON.parse(body));
          return event.success && wanted(event.data);
        });
        if (found !== undefined) return found;
        await pause(5);
      }
      throw new Error('The webhook did not come in time.');
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

const paymentEvent = z.object({ event: z.string(), data: z.object({ payment_id: z.string() }) });
type PaymentEvent = z.infer<typeof paymentEvent>;
const createdWebhook = z.object({ webhook_id: z.string(), secret: z.string() });
const createdQrCode = z.object({ payment_id: z.string(), qr_data: z.string() });
const payment = z.object({ status: z.string(), completed_at: z.string().nullable() });

/** Calls the API, or the bank, and reads its answer; any answer but 2xx ends the demo. */
async function call<Schema extends z.ZodType>(
  schema: Schema,
  method: string,
  url: string,
  { apiKey, body }: { readonly apiKey?: string; readonly body?: unknown } = {},
): Promise<z.output<Schema>> {
  const answer = await fetch(url, {
    method,
    headers: {
      ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${url} answered ${answer.status}: ${text}`);
  return schema.parse(JSON.parse(text));
}

async function walk({ apiUrl, bankUrl, apiKey }: Sandbox, { print }: Invocation): Promise<number> {
  const api = `${apiUrl}/Thai/v1`;
  let lastMs = performance.now();
  const step = (text: string) => {
    const nowMs = performance.now();
    print(`${`${(nowMs - lastMs).toFixed(0)} ms`.padStart(8)}  ${text}`);
    lastMs = nowMs;
  };
  const receiver = await listenForWebhooks();
  try {
    const webhook = await call(createdWebhook, 'POST', `${api}/webhooks`, {
      apiKey,
      body: { url: receiver.url, events: ['payment.succeeded'] },
    });
    step(`registered a webhook (${webhook.webhook_id}): it answered a signed ping`);
    try {
      const qr = await call(createdQrCode, 'POST', `${api}/qr-codes`, {
        apiKey,
        body: { amount: 150, currency: 'THB', reference: 'demo', metadata: { cart: 'demo' } },
      });
      step(`created a QR code for 150 baht (${qr.payment_id})`);
      print(`\n${renderQrText(qr.qr_data)}\n`);
      lastMs = performance.now();
      await call(z.unknown(), 'POST', `${bankUrl}/api/payments`, { body: { qrData: qr.qr_data } });
      step('scanned and paid it at the sandbox bank');
      const { headers, body } = await receiver.find(
        ({ event, data }) => event === 'payment.succeeded' && data.payment_id === qr.payment_id,
      );
      step('received the webhook payment.succeeded');
      const genuine = verify({ headers, body, secret: webhook.secret, nowMs: Date.now() });
      if (!genuine) throw new Error('The signature of the webhook is wrong.');
      step('verified its signature');
      const paid = await call(payment, 'GET', `${api}/payments/${qr.payment_id}`, { apiKey });
      if (paid.status !== 'succeeded') throw new Error(`The payment is ${paid.status}.`);
      step(`read the payment: ${paid.status}, completed at ${paid.completed_at ?? ''}`);
    } finally {
      await call(z.unknown(), 'DELETE', `${api}/webhooks/${webhook.webhook_id}`, { apiKey });
      step('removed the webhook');
    }
    return 0;
  } finally {
    receiver.close();
  }
}

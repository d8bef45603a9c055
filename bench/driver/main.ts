import { createServer } from 'node:http';
import { readJson } from '../read-json';
import { required } from '../required';
import { create } from './create';
import { openInbox, takeRequest, takeWebhook } from './inbox';
import type { Jobs } from './jobs';
import { flood } from './flood';
import { latency } from './latency';
import { storm } from './storm';
import { trickle } from './trickle';
import { turnCycles } from './turn-cycles';

/*
 * The driver: load generator, webhook receiver and provider. They share one process, so that all
 * times are read from one clock. The driver receives jobs over HTTP, one at a time.
 */
const inbox = openInbox();

type Run<Name extends keyof Jobs> = (job: Jobs[Name]['job']) => Promise<Jobs[Name]['result']>;
const jobs: { readonly [Name in keyof Jobs]: Run<Name> } = {
  create,
  flood,
  storm,
  cycles: (job) => turnCycles(job, inbox),
  latency: (job) => latency(job, inbox),
  trickle: (job) => trickle(job, inbox),
};

async function answer(path: string, body: unknown): Promise<unknown> {
  if (path === '/webhook') return takeWebhook(inbox, body);
  if (path.startsWith('/provider/')) return takeRequest(inbox, body);
  const run = jobs[path.slice(1) as keyof Jobs] as (job: unknown) => Promise<unknown>;
  return run(body);
}

const server = createServer((request, response) => {
  const { url: path = '/' } = request;
  readJson(request)
    .then((body) => answer(path, body))
    .then(
      (result) => response.writeHead(201).end(JSON.stringify(result)),
      (error: Error) => response.writeHead(500).end(String(error.stack)),
    );
});
server.listen(Number(required('PORT')), '127.0.0.1', () => process.send?.({ ready: true }));
for (const end of ['SIGTERM', 'disconnect'] as const) process.once(end, () => process.exit());

import { createServer } from 'node:http';
import { readJson } from '../read-json';
import { required } from '../required';
import { Arrivals } from './arrivals';
import { create } from './create';
import { cycles } from './cycles';
import type { Jobs } from './jobs';
import { latency } from './latency';

/*
 * The process that drives a target and receives its webhooks: one, so that one clock sees both.
 * Told what to do over HTTP, a job at a time.
 */
const arrivals = new Arrivals();

type Run<Name extends keyof Jobs> = (job: Jobs[Name]['job']) => Promise<Jobs[Name]['result']>;
const jobs: { readonly [Name in keyof Jobs]: Run<Name> } = {
  create,
  cycles: (job) => cycles(job, arrivals),
  latency: (job) => latency(job, arrivals),
};

const server = createServer((request, response) => {
  const answer = async (): Promise<unknown> => {
    const body = await readJson(request);
    if (request.url === '/webhook') return arrivals.note(body);
    const run = jobs[request.url?.slice(1) as keyof Jobs] as (job: unknown) => Promise<unknown>;
    return run(body);
  };
  answer().then(
    (result) => response.end(JSON.stringify(result)),
    (error: Error) => response.writeHead(500).end(String(error.stack)),
  );
});
server.listen(Number(required('PORT')), '127.0.0.1', () => process.send?.({ ready: true }));
for (const end of ['SIGTERM', 'disconnect'] as const) process.once(end, () => process.exit());

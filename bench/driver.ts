import { freePort } from '../test/support/free-port';
import type { Jobs } from './driver/jobs';
import type { Stand } from './stand';

/** The load generator, webhook receiver and provider, in a separate process. */
export interface Driver {
  readonly pid: number;
  readonly webhookUrl: string;
  readonly providerUrl: string;
  /** Rejects if any request of the job fails: figures with failures are not comparable. */
  run<Name extends keyof Jobs>(name: Name, job: Jobs[Name]['job']): Promise<Jobs[Name]['result']>;
}

export async function startDriver(stand: Stand): Promise<Driver> {
  const port = await freePort();
  const { pid } = await stand.startNode({
    name: 'driver',
    entry: require.resolve('./driver/main'),
    environment: { PORT: `${port}` },
  });
  const url = `http://127.0.0.1:${port}`;
  return {
    pid,
    webhookUrl: `${url}/webhook`,
    providerUrl: `${url}/provider`,
    async run(name, job) {
      const answer = await fetch(`${url}/${name}`, {
        method: 'POST',
        body: JSON.stringify(job),
        signal: stand.signal,
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`The ${name} job failed: ${text}`);
      return JSON.parse(text) as Jobs[typeof name]['result'];
    },
  };
}

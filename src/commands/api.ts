import { serveGateway } from '../app';
import type { Command } from './command';
import { endOnUncaught, reportReady, stopRequested } from './process-life';
import { wire } from './wire';

/** Longer than the interval and the timeout of the proxy's health check in docker-compose.yml. */
const DRAIN_MS = 4_000;

export const api: Command = {
  summary: 'serve the HTTP API; several processes can run in parallel',
  usage: '',
  options: {},
  async run({ config }) {
    const wired = await wire(config, 'api');
    const { log } = wired;
    endOnUncaught(log);
    const stop = stopRequested(log);
    const server = await serveGateway(wired);
    log.info({ ports: server.ports }, 'api listening');
    reportReady();
    await stop;
    // A supervised process has no load balancer.
    if (process.send === undefined) await server.drain(DRAIN_MS);
    await server.close();
    await wired.close();
    return 0;
  },
};

import { createGatewayApp } from '../app';
import { listen } from '../http/server';
import type { Command } from './command';
import { endOnUncaught, reportReady, stopRequested } from './process-life';
import { wire } from './wiring';

export const api: Command = {
  summary: 'serve the HTTP API; several processes can run in parallel',
  usage: '',
  options: {},
  async run({ config }) {
    const wired = await wire(config, 'api');
    const { log } = wired;
    endOnUncaught(log);
    const stop = stopRequested(log);
    const server = await listen(createGatewayApp(wired), config.http, wired);
    log.info({ port: server.port }, 'api listening');
    reportReady();
    await stop;
    await server.close();
    await wired.close();
    return 0;
  },
};

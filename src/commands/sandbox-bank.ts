import path from 'node:path';
import { ConfigError } from '../config';
import { createLog } from '../platform/observe/log';
import { startSandboxServer } from '../../sandbox/server';
import type { Command } from './command';
import { endOnUncaught, reportReady, stopRequested } from './process-life';

export const sandboxBank: Command = {
  summary: 'run the sandbox bank and the mailbox',
  usage: '',
  options: {},
  async run({ config }) {
    if (config.mode !== 'sandbox') throw new ConfigError(['PROVIDER: must be sandbox']);
    if (config.provider.key === null) throw new ConfigError(['PROVIDER_KEY: required']);
    const log = createLog(config.log.level, 'sandbox-bank');
    endOnUncaught(log);
    const stop = stopRequested(log);
    const options = {
      gatewayUrl: config.sandboxBank.gatewayUrl,
      providerKey: config.provider.key,
      callbackSecrets: config.provider.callbackSecrets,
      billerId: config.provider.billerId,
      dataDir: path.join(config.dataDir, 'sandbox-bank'),
      log,
    };
    const server = await startSandboxServer(options, config.sandboxBank.port, config.http.host);
    log.info({ port: server.port }, 'sandbox bank listening');
    reportReady();
    await stop;
    await server.close();
    return 0;
  },
};

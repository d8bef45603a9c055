import path from 'node:path';
import { ConfigError } from '../config';
import { createLog } from '../lib/log';
import { createSandboxBank } from '../../sandbox/bank/sandbox-bank';
import type { Command } from './command';
import { endOnUncaught, reportReady, stopRequested } from './process-life';

export const sandboxBank: Command = {
  summary: 'run the sandbox bank: pays QR codes, calls back, has a page for people',
  usage: '',
  options: {},
  async run({ config }) {
    if (config.mode !== 'sandbox') throw new ConfigError(['PROVIDER: the sandbox bank is not it']);
    if (config.provider.key === null) throw new ConfigError(['PROVIDER_KEY: not set']);
    const log = createLog(config.log.level, 'sandbox-bank');
    endOnUncaught(log);
    const stop = stopRequested(log);
    const bank = await createSandboxBank({
      gatewayUrl: config.sandboxBank.gatewayUrl,
      providerKey: config.provider.key,
      billerId: config.provider.billerId,
      journalFile: path.join(config.dataDir, 'sandbox-bank', 'book.jsonl'),
      log,
    }).start(config.sandboxBank.port, config.http.host);
    log.info({ port: bank.port }, 'sandbox bank is listening');
    reportReady();
    await stop;
    await bank.close();
    return 0;
  },
};

import { randomBytes } from 'node:crypto';
import { UsageError, type Command } from './command';

/** Letters and digits only: it stands in a URL too. */
const password = (): string => randomBytes(24).toString('hex');

/** Of docker-compose.yml, reachable on this machine only. */
const trial = (): Readonly<Record<string, string>> => ({
  COMPOSE_PROFILES: 'sandbox',
  POSTGRES_PASSWORD: password(),
  POSTGRES_TEMPORAL_PASSWORD: password(),
  POSTGRES_APP_PASSWORD: password(),
  ENCRYPTION_KEYS: `k1:${randomBytes(32).toString('base64')}`,
  PUBLIC_URL: 'http://localhost:8080',
  CONSOLE_URL: 'http://localhost:8090',
  TRUSTED_PROXIES: '0',
  PROVIDER: 'sandbox',
  PROVIDER_URL: 'http://sandbox-bank:8081',
  PROVIDER_KEY: password(),
});

export const env: Command = {
  summary: 'print the .env of a trial with docker-compose.yml, with new secrets',
  usage: '',
  acceptsUnsafe: true,
  options: {
    trial: { type: 'boolean', help: 'sandbox money on one machine; required' },
  },
  run({ options, json, print }) {
    if (options['trial'] !== true) {
      throw new UsageError('--trial is required. For other installations, copy .env.example.');
    }
    const settings = trial();
    const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
    print(json ? JSON.stringify(settings) : lines.join('\n'));
    return Promise.resolve(0);
  },
};

import { readConfig } from '../../../src/config';
import { plannedPorts, requireFreePorts } from '../../../sandbox/embedded/ports';

const live = {
  PUBLIC_URL: 'https://pay.example.com',
  BILLER_NAME: 'Test Gateway',
  SMTP_URL: 'smtps://mail.example.com',
  MAIL_FROM: 'pay@example.com',
  PROVIDER: 'gw',
  PROVIDER_URL: 'https://gw.example',
  PROVIDER_KEY: 'cR7vX2mQ9tLw4nZk8sBd1fGh6jYp3aUe',
  BILLER_ID: '012345678901234',
};

describe('ports of npm start', () => {
  it.each([
    [
      'of everything',
      {},
      [
        'PORT',
        'WORKER_PORT',
        'SANDBOX_BANK_PORT',
        'POSTGRES_PORT',
        'TEMPORAL_PORT',
        'TEMPORAL_UI_PORT',
      ],
    ],
    [
      'without the database that is elsewhere',
      { DATABASE_URL: 'postgres://db/x' },
      ['PORT', 'WORKER_PORT', 'SANDBOX_BANK_PORT', 'TEMPORAL_PORT', 'TEMPORAL_UI_PORT'],
    ],
    [
      'without the Temporal that is elsewhere',
      { TEMPORAL_ADDRESS: 'temporal:7233' },
      ['PORT', 'WORKER_PORT', 'SANDBOX_BANK_PORT', 'POSTGRES_PORT'],
    ],
    [
      'without a bank when the provider is live',
      live,
      ['PORT', 'WORKER_PORT', 'POSTGRES_PORT', 'TEMPORAL_PORT', 'TEMPORAL_UI_PORT'],
    ],
  ])('are the planned ones %s', (_title, env, variables) => {
    expect(plannedPorts(readConfig(env)).map(({ variable }) => variable)).toEqual(variables);
  });

  it('are rejected with both variables when two are equal', async () => {
    const twins = ['PORT', 'POSTGRES_PORT'].map((variable) => ({
      variable,
      host: '127.0.0.1',
      port: 45_678,
    }));
    await expect(requireFreePorts(twins)).rejects.toThrow(
      'POSTGRES_PORT and PORT are both 45678: set different ports.',
    );
  });

  it('are rejected on a host of another machine', async () => {
    const elsewhere = { variable: 'PORT', host: '192.0.2.1', port: 45_678 };
    await expect(requireFreePorts([elsewhere])).rejects.toThrow(
      /Port 45678 on 192.0.2.1 is not usable .*: set PORT/,
    );
  });
});

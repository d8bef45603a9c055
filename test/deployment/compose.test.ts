import { settingNames } from '../../src/config';
import { compose, ownServices, read, services } from './installation';

/** Settings that an installation in containers fixes, and how. */
const fixed: Readonly<Record<string, string>> = {
  HOST: 'set by the Dockerfile',
  PORT: 'set by the Dockerfile',
  DATA_DIR: 'set by the Dockerfile',
  DATABASE_URL: 'the postgres service, as the role that owns nothing',
  MIGRATE_DATABASE_URL: 'the postgres service, for migrate only',
  WORKER_PORT: 'the default, inside the container',
  SANDBOX_BANK_PORT: 'fixed inside the container; .env sets the published port',
  GATEWAY_URL: 'the api service',
  POSTGRES_PORT: 'of the embedded server only',
  TEMPORAL_PORT: 'of the embedded server only',
  TEMPORAL_UI_PORT: 'of the embedded server only; .env sets the published port',
};

const variablesIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/(?<!\$)\$\{([A-Z][A-Z0-9_]*)/g)].map(([, name = '']) => name)),
];
const composed = read('docker-compose.yml').replaceAll(/^ *#.*$/gm, '');
const example = [...read('.env.example').matchAll(/^#?([A-Z][A-Z0-9_]*)=/gm)].map(
  ([, name = '']) => name,
);

describe('settings', () => {
  it.each(ownServices)('all reach %s', (_name, { environment = {} }) => {
    const passed = settingNames.filter((name) => `${environment[name]}`.startsWith(`\${${name}:`));
    expect(passed).toEqual(settingNames.filter((name) => !Object.hasOwn(fixed, name)));
  });

  it('are configured in .env by the names that docker-compose.yml reads, and no other', () => {
    const ofCompose = ['COMPOSE_PROFILES', 'NODE_IMAGE'];
    expect(example.toSorted()).toEqual([...variablesIn(composed), ...ofCompose].toSorted());
  });

  it('are all in the table of docs/configuration.md', () => {
    const table = read('docs/configuration.md').split('## Settings')[1]?.split('\n## ')[0] ?? '';
    expect(settingNames.filter((name) => !table.includes(`\`${name}\``))).toEqual([]);
  });
});

describe('a container', () => {
  it.each(services)('of %s has bounded logs, few privileges and a restart policy', (_name, it) => {
    expect(it.logging).toEqual({
      driver: 'local',
      options: { 'max-size': expect.any(String), 'max-file': expect.any(String) },
    });
    expect(it.security_opt).toEqual(['no-new-privileges:true']);
    expect(it.restart).toMatch(/^(unless-stopped|on-failure:\d+|no)$/);
  });

  it('of Temporal connects to Postgres as a role of its own', () => {
    const { 'temporal-schema': schema, temporal } = compose.services;
    expect(schema?.environment?.['SQL_USER']).toBe('temporal');
    expect(temporal?.environment?.['POSTGRES_USER']).toBe('temporal');
  });

  it('drops every capability, except where the image needs some', () => {
    const keeping = services.filter(([, { cap_drop: dropped }]) => dropped?.[0] !== 'ALL');
    expect(keeping.map(([name]) => name)).toEqual(['postgres']);
    const adding = services.filter(([, { cap_add: added }]) => added !== undefined);
    expect(adding.map(([name, { cap_add: added }]) => [name, added])).toEqual([
      ['proxy', ['NET_BIND_SERVICE']],
    ]);
  });

  it.each(services.filter(([, { restart }]) => restart === 'unless-stopped'))(
    'of %s runs on and has a health check',
    (_name, { healthcheck }) => {
      expect(healthcheck?.test.length).toBeGreaterThan(1);
    },
  );

  it('of Postgres is healthy only when other containers can connect', () => {
    expect(compose.services['postgres']?.healthcheck?.test).toContain('--host=127.0.0.1');
  });

  it.each(services.filter(([name, { ports }]) => ports !== undefined && name !== 'proxy'))(
    'of %s publishes its port on the loopback address only',
    (_name, { ports = [] }) => {
      for (const port of ports)
        expect(port).toMatch(/^(127\.0\.0\.1|\$\{API_BIND:-127\.0\.0\.1\}):/);
    },
  );
});

it('an inline file contains no setting: Compose replaces no container when only it changed', () => {
  for (const { content } of Object.values(compose.configs))
    expect(variablesIn(content)).toEqual([]);
});

it('the proxy publishes neither metrics nor readiness, and the console by choice only', () => {
  const { content } = compose.configs['proxy'] ?? { content: '' };
  expect(content).toContain('@private path /metrics /metrics/* /readyz /readyz/*\n');
  expect(content).toContain('path /console /console/* /ops /ops/*\n');
  const { CONSOLE_FROM: from } = compose.services['proxy']?.environment ?? {};
  expect(from).toBe('${CONSOLE_FROM:-127.0.0.1/32}');
});

describe('an image', () => {
  const pinned = /^[\w./${}:-]+:\d+\.\d[\w.-]*@sha256:[0-9a-f]{64}\}?$/;

  it('of others is pinned by version and digest', () => {
    const others = services.filter((service) => !ownServices.includes(service));
    for (const [, { image }] of others) expect(image).toMatch(pinned);
    const base = /^ARG NODE_IMAGE=(.+)$/m.exec(read('Dockerfile'))?.[1];
    expect(base).toMatch(pinned);
  });

  it('of ours is built once for all services', () => {
    const building = ownServices.filter(([, { build }]) => build !== undefined);
    expect(building.map(([name]) => name)).toEqual(['migrate']);
    expect(ownServices.map(([name]) => name)).toEqual(['migrate', 'api', 'worker', 'sandbox-bank']);
    expect(read('Dockerfile').match(/^FROM \$\{NODE_IMAGE\}/gm)).toHaveLength(3);
  });
});

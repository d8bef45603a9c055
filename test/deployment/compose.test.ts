import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { temporaryFolder } from '../sandbox/embedded/script-part';
import { dynamicSettings } from '../support/temporal-on-postgres/settings';
import { compose, gatewayServices, ownServices, read, services } from './installation';

const variablesIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/(?<!\$)\$\{([A-Z][A-Z0-9_]*)/g)].map(([, name = '']) => name)),
];
const composed = read('docker-compose.yml').replaceAll(/^ *#.*$/gm, '');
const example = [...read('.env.example').matchAll(/^#?([A-Z][A-Z0-9_]*)=/gm)].map(
  ([, name = '']) => name,
);

describe('settings', () => {
  it.each(gatewayServices)('all reach %s', (_name, { environment }) => {
    expect(environment).toMatchObject(compose['x-environment']);
  });

  it('are configured in .env by the names that docker-compose.yml reads', () => {
    const ofCompose = ['COMPOSE_PROFILES', 'NODE_IMAGE'];
    expect(example.toSorted()).toEqual([...variablesIn(composed), ...ofCompose].toSorted());
  });
});

describe('a container', () => {
  it.each(services)('of %s has a limit of memory and of processes', (_name, it) => {
    expect(it.mem_limit).toMatch(/^\d+[mg]$/);
    expect(it.pids_limit).toBeGreaterThan(0);
  });

  it('reaches the servers that it needs, and no other container', () => {
    const membersOf = (network: string) =>
      services.filter(([, it]) => it.networks?.includes(network)).map(([name]) => name);
    const gateway = ['api', 'api-2', 'worker'];
    // The proxy and the bank cannot connect to a database or to Temporal.
    const outsiders = ['postgres-tls', 'proxy', 'sandbox-bank'];
    expect(membersOf('data')).toEqual(
      services.map(([name]) => name).filter((name) => !outsiders.includes(name)),
    );
    expect(membersOf('front')).toEqual(['api', 'api-2', 'proxy']);
    expect(membersOf('sandbox')).toEqual([...gateway, 'sandbox-bank']);
    const apart = services.filter(([, it]) => it.networks === undefined);
    expect(apart.map(([name, it]) => [name, it.network_mode])).toEqual([['postgres-tls', 'none']]);
    expect(membersOf('ui')).toEqual(['temporal-ui']);
    expect(membersOf('outside')).toEqual(['migrate', ...gateway]);
    const closed = Object.entries(compose.networks).filter(([, it]) => it.internal === true);
    expect(closed.map(([name]) => name)).toEqual(['data']);
    // A port is published through a network that is not internal.
    for (const [name, { ports = [], networks }] of services) {
      if (ports.length > 0) expect([name, networks]).not.toEqual([name, ['data']]);
    }
  });

  it('of the sandbox bank has its own settings only', () => {
    const { environment = {}, volumes } = compose.services['sandbox-bank'] ?? {};
    expect(Object.keys(environment).toSorted()).toEqual([
      'BILLER_ID',
      'GATEWAY_URL',
      'LOG_LEVEL',
      'PROVIDER',
      'PROVIDER_CALLBACK_SECRET',
      'PROVIDER_KEY',
      'SANDBOX_BANK_PORT',
    ]);
    expect(volumes).toEqual(['sandbox-bank:/data']);
  });

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
      ['postgres-tls', ['CHOWN']],
      ['proxy', ['NET_BIND_SERVICE']],
    ]);
  });

  it.each(gatewayServices)('of %s verifies the certificate of Postgres', (name, it) => {
    const { DATABASE_URL, MIGRATE_DATABASE_URL } = it.environment ?? {};
    const urls = [DATABASE_URL, ...(name === 'migrate' ? [MIGRATE_DATABASE_URL] : [])];
    const authority = '/etc/postgres-authority/ca.pem';
    for (const url of urls)
      expect(url).toMatch(new RegExp(`[?]sslmode=verify-full&sslrootcert=${authority}$`));
    expect(it.volumes).toContain('postgres-authority:/etc/postgres-authority:ro');
  });

  it('of Temporal verifies the certificate of Postgres', () => {
    const authority = '/etc/postgres-authority/ca.pem';
    const { 'temporal-role': role, 'temporal-schema': schema, temporal } = compose.services;
    expect(role?.environment).toMatchObject({ PGSSLMODE: 'verify-full', PGSSLROOTCERT: authority });
    expect(schema?.environment).toMatchObject({ SQL_TLS: true, SQL_TLS_CA_FILE: authority });
    expect(schema?.environment).not.toHaveProperty('SQL_TLS_DISABLE_HOST_VERIFICATION');
    const verified = { SQL_TLS_ENABLED: true, SQL_HOST_VERIFICATION: true, SQL_CA: authority };
    expect(temporal?.environment).toMatchObject(verified);
  });

  it('of Postgres accepts no connection without TLS from the network', () => {
    const lines = compose.configs['postgres-hba']?.content.trim().split('\n') ?? [];
    expect(lines.map((line) => line.split(' ')[0])).toEqual(['local', 'local', 'hostssl']);
    const { command, volumes } = compose.services['postgres'] ?? {};
    expect(command).toEqual(expect.arrayContaining(['--ssl=on', '--hba_file=/postgres-hba']));
    expect(volumes).toContain('postgres-tls:/tls:ro');
  });

  it('of Postgres archives its WAL in a volume of its own when .env says so', () => {
    const { postgres, 'postgres-tls': first } = compose.services;
    const archive = [
      '--archive_mode=${POSTGRES_ARCHIVE_MODE:-off}',
      // 60 with a value, 0 when it is empty, as in .env.example.
      '--archive_timeout=${POSTGRES_ARCHIVE_MODE:+6}0',
    ];
    expect(read('.env.example')).toContain('\nPOSTGRES_ARCHIVE_MODE=\n');
    expect(postgres?.command).toEqual(expect.arrayContaining(archive));
    expect(postgres?.volumes).toContain('postgres-archive:/archive');
    expect(first?.volumes).toContain('postgres-archive:/archive');
    expect(compose.configs['postgres-hba']?.content).toContain('\nlocal replication all trust\n');
  });

  it('of Postgres starts without an archive on a volume that refuses another owner', () => {
    const { environment } = compose.services['postgres-tls'] ?? {};
    // Compose runs the container again when the value changes.
    expect(environment).toEqual({ POSTGRES_ARCHIVE_MODE: '${POSTGRES_ARCHIVE_MODE:-off}' });
    const folder = temporaryFolder();
    for (const name of ['archive', 'authority', 'bin']) mkdirSync(path.join(folder, name));
    // Of an installation that has its certificate.
    writeFileSync(path.join(folder, 'authority', 'ca.pem'), '');
    const refusal = '#!/bin/sh\necho "chown $*" && exit 1\n';
    writeFileSync(path.join(folder, 'bin', 'chown'), refusal, { mode: 0o755 });
    const script = (compose.configs['postgres-tls']?.content ?? '')
      .replaceAll('$$', '$')
      .replaceAll(/\/(archive|authority|tls)\b/g, `${folder}/$1`);
    const start = (mode: string) => {
      const env = { PATH: `${folder}/bin:${process.env['PATH']}`, POSTGRES_ARCHIVE_MODE: mode };
      const { status, stdout, stderr } = spawnSync('sh', ['-c', script], { env, encoding: 'utf8' });
      return [status, stdout, stderr];
    };
    expect(start('off')).toEqual([0, '', '']);
    expect(start('on')).toEqual([1, `chown postgres ${folder}/archive\n`, '']);
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

it('an inline file contains no setting, because a change of it restarts no container', () => {
  for (const { content } of Object.values(compose.configs))
    expect(variablesIn(content)).toEqual([]);
});

it('Temporal bounds overdue work, is fair, and has one partition per task queue', () => {
  const { content = '' } = compose.configs['temporal-dynamic-config'] ?? {};
  expect(parse(content)).toEqual({
    'matching.enableFairness': [{ value: true }],
    'history.timerProcessorSchedulerWorkerCount': [{ value: 8 }],
    'history.transferProcessorSchedulerWorkerCount': [{ value: 32 }],
    'history.visibilityProcessorSchedulerWorkerCount': [{ value: 8 }],
    'matching.numTaskqueueReadPartitions': [{ value: 1 }],
    'matching.numTaskqueueWritePartitions': [{ value: 1 }],
  });
  expect(dynamicSettings).toEqual(parse(content));
});

it('the proxy sends requests to the ready APIs, all of which exist', () => {
  const { content } = compose.configs['proxy'] ?? { content: '' };
  const upstreams = [...content.matchAll(/reverse_proxy (@\w+ )?(.+) \{/g)];
  const apis = services.filter(([, { command }]) => command?.[0] === 'api').map(([name]) => name);
  const at = (port: number) => apis.map((name) => `${name}:${port}`).join(' ');
  expect(upstreams.map(([, group, list]) => [group, list])).toEqual([
    ['@console ', at(8090)],
    [undefined, at(8080)],
  ]);
  expect(content).toContain('health_uri /readyz\n');
});

it('the proxy publishes neither metrics nor readiness, and the console only on request', () => {
  const { content } = compose.configs['proxy'] ?? { content: '' };
  expect(content).toContain('@private path /metrics /metrics/* /readyz /readyz/*\n');
  const operators = 'path /console /console/* /ops /ops/*\n';
  expect(content).toContain(`@console ${operators}`);
  expect(content).toContain(`@strangers {\n    ${operators}    not remote_ip {$$CONSOLE_FROM}\n`);
  expect(content).toMatch(/route \{\s+respond @private 404\s+respond @strangers 404\s+reverse_/);
  const { CONSOLE_FROM: from } = compose.services['proxy']?.environment ?? {};
  expect(from).toBe('${CONSOLE_FROM:-127.0.0.1/32}');
});

describe('an image', () => {
  const pinned = /^[\w./${}:-]+:\d+\.\d[\w.-]*@sha256:[0-9a-f]{64}\}?$/;

  it('of another project is pinned by version and digest', () => {
    const others = services.filter((service) => !ownServices.includes(service));
    for (const [, { image }] of others) expect(image).toMatch(pinned);
    const base = /^ARG NODE_IMAGE=(.+)$/m.exec(read('Dockerfile'))?.[1];
    expect(base).toMatch(pinned);
  });

  it('of this project is built once for all services', () => {
    const building = ownServices.filter(([, { build }]) => build !== undefined);
    expect(building.map(([name]) => name)).toEqual(['migrate']);
    const names = ['migrate', 'api', 'api-2', 'worker', 'sandbox-bank'];
    expect(ownServices.map(([name]) => name)).toEqual(names);
    expect(read('Dockerfile').match(/^FROM \$\{NODE_IMAGE\}/gm)).toHaveLength(3);
  });
});

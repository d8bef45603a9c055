import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..');
const runFile = promisify(execFile);
const BUILD_TIMEOUT_MS = 30 * 60_000;
const HEALTHY_WITHIN_MS = 5 * 60_000;

/** Images by variable: tags without digests. */
function localImages() {
  const read = (file) => readFileSync(path.join(root, file), 'utf8');
  const composed = [...read('docker-compose.yml').matchAll(/\$\{(\w+_IMAGE):-([^@}]+)@sha256/g)];
  const [, base] = /^ARG NODE_IMAGE=([^@]+)@sha256/m.exec(read('Dockerfile'));
  return { ...Object.fromEntries(composed.map(([, name, tag]) => [name, tag])), NODE_IMAGE: base };
}

/** Runs Docker, and Compose for one project with a settings file. */
function createEngine(project, envFile) {
  // The services do not inherit the caller's environment. `env` overrides the file.
  const { PATH, HOME, DOCKER_HOST } = process.env;
  async function docker(args, env = {}) {
    const { stdout } = await runFile('docker', args, {
      cwd: root,
      env: { PATH, HOME, ...(DOCKER_HOST === undefined ? {} : { DOCKER_HOST }), ...env },
      maxBuffer: 64 * 1024 * 1024,
      timeout: BUILD_TIMEOUT_MS,
    });
    return stdout;
  }
  const compose = (args, env) =>
    docker(['compose', '--project-name', project, '--env-file', envFile, ...args], env);

  /** Service, health and pid of every long-running container. */
  async function containers() {
    const ids = (await compose(['ps', '--all', '--quiet'])).split('\n').filter(Boolean);
    const all = JSON.parse(await docker(['inspect', ...ids]));
    return all
      .filter(({ HostConfig }) => HostConfig.RestartPolicy.Name === 'unless-stopped')
      .map(({ Id, State, Config }) => ({
        id: Id,
        service: Config.Labels['com.docker.compose.service'],
        pid: State.Pid,
        isHealthy: State.Running && State.Health?.Status === 'healthy',
      }));
  }

  async function untilHealthy(isDone = () => true) {
    const untilMs = Date.now() + HEALTHY_WITHIN_MS;
    for (;;) {
      const all = await containers();
      if (all.every(({ isHealthy }) => isHealthy) && isDone(all)) return;
      if (Date.now() > untilMs) {
        const ill = all.filter(({ isHealthy }) => !isHealthy).map(({ service }) => service);
        throw new Error(`not healthy in time: ${ill.join(', ')}`);
      }
      await pause(250);
    }
  }

  return { docker, compose, containers, untilHealthy };
}

/** The measurements and checks of the containers. */
function createChecks(engine, project) {
  const { docker, compose, containers } = engine;
  return {
    async size(image) {
      const bytes = Number(await docker(['image', 'inspect', '--format', '{{.Size}}', image]));
      return `${Math.round(bytes / 1e6)} MB`;
    },
    async checkLogs() {
      const lines = (await compose(['logs', '--no-log-prefix', 'worker'])).trim().split('\n');
      for (const line of lines) JSON.parse(line);
      return `${lines.length} lines`;
    },
    /** The commands for backups of docs/operations.md, and the check of doctor. */
    async archive() {
      const exec = ['exec', '-T', '--user', 'postgres', 'postgres'];
      const backup = 'pg_basebackup --username=saphan --pgdata=- --format=tar --gzip';
      await compose([...exec, 'sh', '-c', `${backup} --wal-method=none > /archive/base.tar.gz`]);
      const files = async () => (await compose([...exec, 'ls', '/archive'])).split('\n');
      const marker = (await files()).find((name) => name.endsWith('.backup.gz'));
      if (marker === undefined) throw new Error('the archive has no backup');
      const oldest = marker.slice(0, -'.gz'.length);
      await compose([...exec, 'pg_archivecleanup', '-x', '.gz', '/archive', oldest]);
      const kept = (await files()).filter((name) => /^[0-9A-F]{24}\.gz$/.test(name)).sort();
      if (kept[0] !== `${oldest.slice(0, 24)}.gz`) throw new Error(`kept: ${kept.join(', ')}`);
      const checks = JSON.parse(
        await compose(['exec', '-T', 'api', 'gateway', 'doctor', '--json']),
      );
      const { state, found } = checks.find(({ name }) => name === 'WAL archive');
      if (state !== 'ok' || !found.startsWith('archived up to')) throw new Error(found);
      return `${kept.length} segments; ${found}`;
    },
    /** Throws if a client is connected as a superuser of Postgres. */
    async checkRoles() {
      const sql =
        'select distinct usename from pg_stat_activity join pg_roles on rolname = usename' +
        " where backend_type = 'client backend' and pid <> pg_backend_pid() and rolsuper";
      const found = await compose(['exec', '-T', 'postgres', 'psql', '-qAtU', 'saphan', '-c', sql]);
      if (found.trim() !== '') throw new Error(`superusers are connected: ${found.trim()}`);
    },
    async memory() {
      const ids = (await containers()).map(({ id }) => id);
      const format = '{{.Name}} {{.MemUsage}}';
      const used = await docker(['stats', '--no-stream', '--format', format, ...ids]);
      const each = used
        .trim()
        .replaceAll(`${project}-`, '')
        .replaceAll(/ \/ \S+/g, '');
      return each.split('\n').join(', ');
    },
    async showState() {
      console.error(await compose(['ps', '--all']));
      console.error(await compose(['logs', '--tail', '5', 'migrate', 'api', 'worker', 'proxy']));
    },
  };
}

const services = [
  'api',
  'api-2',
  'worker',
  'sandbox-bank',
  'proxy',
  'temporal',
  'temporal-ui',
  'postgres',
];

/** The services of docker-compose.yml in a separate project. */
export function createInstallation({ project, envFile, settings: given, isLocal }) {
  const image = `${project}-image`;
  const settings = { ...given, ...(isLocal ? localImages() : {}), SAPHAN_IMAGE: `${image}:1` };
  const next = { SAPHAN_IMAGE: `${image}:2` };
  const pull = isLocal ? ['--pull', 'never'] : [];
  const engine = createEngine(project, envFile);
  const checks = createChecks(engine, project);
  const { docker, compose, containers, untilHealthy } = engine;
  const gateway = (...args) => compose(['exec', '-T', 'api', 'gateway', ...args]);
  const up = async (service, env) => {
    await compose(['up', '--detach', '--no-deps', ...pull, service], env);
    await untilHealthy();
  };

  return {
    ...checks,
    settings,
    services,
    async build() {
      await compose(['build', ...(isLocal ? [] : ['--pull'])]);
      return checks.size(settings.SAPHAN_IMAGE);
    },
    async start() {
      await compose(['up', '--detach', ...pull]);
      await untilHealthy();
    },
    up,
    async createMerchant() {
      const made = await gateway('merchant', 'create', 'Shop', '--permission', 'write', '--json');
      const { apiKey } = JSON.parse(made);
      const authority = '/data/caddy/pki/authorities/local/root.crt';
      const ca = await compose(['exec', '-T', 'proxy', 'cat', authority]);
      const { PROXY_HTTPS_PORT, SANDBOX_BANK_URL: bankUrl } = settings;
      return { apiKey, apiUrl: `https://localhost:${PROXY_HTTPS_PORT}`, bankUrl, ca };
    },
    /** Kills the first process of the containers, like a crash. */
    async kill(names) {
      const killed = (await containers()).filter(({ service }) => names.includes(service));
      const command = `kill -9 ${killed.map(({ pid }) => pid).join(' ')}`;
      const asHost = ['--rm', '--pid=host', '--user=root', '--entrypoint=sh'];
      await docker(['run', ...asHost, settings.SAPHAN_IMAGE, '-c', command]);
      const old = new Map(killed.map(({ id, pid }) => [id, pid]));
      await untilHealthy((all) => all.every(({ id, pid }) => old.get(id) !== pid));
    },
    async restart() {
      await compose(['restart']);
      await untilHealthy();
    },
    async buildNext() {
      await compose(['build'], next);
    },
    /** In the order of docs/operations.md. */
    async upgrade() {
      await compose(['run', '--rm', 'migrate'], next);
      for (const name of ['api', 'api-2', 'worker']) await up(name, next);
    },
    async audit() {
      await gateway('audit');
    },
    async stop() {
      await compose(['stop']);
    },
    async remove() {
      await compose(['down', '--volumes', '--remove-orphans']);
      await docker(['image', 'rm', '--force', settings.SAPHAN_IMAGE, next.SAPHAN_IMAGE]);
    },
  };
}

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseAllDocuments, stringify } from 'yaml';
import { environment } from '../../src/settings/sections';
import { metaOf } from '../../src/settings/setting';

/*
 * Run by `npm run test:helm`, which sets the programs. What Helm renders is tested, not how a
 * cluster behaves.
 */
const chart = path.join(__dirname, '..', '..', 'deploy', 'helm', 'saphan');
const schemaFolder = process.env['SAPHAN_KUBERNETES_SCHEMAS'] ?? '';
const schemas = `${schemaFolder}/{{ .ResourceKind }}{{ .KindSuffix }}.json`;
const kubeVersion = ['--kube-version', process.env['SAPHAN_KUBERNETES_VERSION'] ?? ''];
const folder = mkdtempSync(path.join(tmpdir(), 'saphan-helm-'));
afterAll(() => rmSync(folder, { recursive: true }));

function run(program: 'SAPHAN_HELM' | 'SAPHAN_KUBECONFORM', args: readonly string[], input = '') {
  const { status, stdout, stderr } = spawnSync(process.env[program] ?? '', args, {
    encoding: 'utf8',
    input,
  });
  return { status, stdout, stderr };
}

interface Values {
  readonly settings?: Readonly<Record<string, string>>;
  readonly [name: string]: unknown;
}

const required = {
  PUBLIC_URL: 'https://pay.example.com',
  TEMPORAL_ADDRESS: 'temporal.example.com:7233',
};

/** Every part of the chart. */
const everything: Values = {
  settings: required,
  image: { repository: 'registry.example.com/saphan', tag: `sha256:${'0'.repeat(64)}` },
  imagePullSecrets: [{ name: 'registry' }],
  secrets: { temporalTls: 'temporal-tls', postgresAuthority: 'postgres-authority' },
  extraVolumes: [{ name: 'authority', configMap: { name: 'authority' } }],
  extraVolumeMounts: [{ name: 'authority', mountPath: '/etc/authority' }],
  podAnnotations: { 'example.com/note': 'a' },
  nodeSelector: { 'kubernetes.io/arch': 'amd64' },
  tolerations: [{ key: 'dedicated', operator: 'Exists' }],
  networkPolicy: {
    ingressFrom: [{ namespaceSelector: { matchLabels: { name: 'ingress' } } }],
    consoleFrom: [{ namespaceSelector: { matchLabels: { name: 'operators' } } }],
    callbacksFrom: [{ ipBlock: { cidr: '203.0.113.0/24' } }],
    metricsFrom: [{ namespaceSelector: { matchLabels: { name: 'monitoring' } } }],
  },
  serviceMonitor: { enabled: true, labels: { release: 'prometheus' } },
};

function helm(command: readonly string[], values: Values) {
  const file = path.join(folder, 'values.yaml');
  writeFileSync(file, stringify(values));
  return run('SAPHAN_HELM', [...command, chart, '--values', file, ...kubeVersion]);
}

function render(values: Values): { text: string; objects: readonly Manifest[] } {
  const { status, stdout, stderr } = helm(['template', 'pay'], values);
  expect([status, stderr]).toEqual([0, '']);
  const objects = parseAllDocuments(stdout).map((each) => each.toJS() as Manifest | null);
  return { text: stdout, objects: objects.filter((each) => each !== null) };
}

interface Container {
  readonly name: string;
  readonly image: string;
  readonly args: readonly string[];
  readonly env: readonly { readonly name: string; readonly value?: string }[];
  readonly securityContext: unknown;
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly livenessProbe?: { readonly httpGet: { readonly path: string } };
  readonly readinessProbe?: { readonly httpGet: { readonly path: string } };
}

type Labels = Readonly<Record<string, string>>;

interface Template {
  readonly metadata: { readonly labels: Labels };
  readonly spec: {
    readonly containers: readonly Container[];
    readonly securityContext: unknown;
    readonly automountServiceAccountToken: boolean;
  };
}

interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly annotations?: Labels };
  readonly spec: {
    readonly template: Template;
    readonly selector: Labels & { readonly matchLabels?: Labels };
    readonly podSelector: { readonly matchLabels: Labels };
    readonly ports?: readonly {
      readonly name: string;
      readonly port: number;
      readonly targetPort: string;
    }[];
    readonly ingress?: readonly { readonly from: readonly unknown[] }[];
  };
}

const named = (objects: readonly Manifest[], kind: string): readonly string[] =>
  objects.filter((each) => each.kind === kind).map(({ metadata }) => metadata.name);
const podsOf = (objects: readonly Manifest[]): readonly Template[] =>
  objects
    .filter(({ kind }) => kind === 'Deployment' || kind === 'Job')
    .map(({ spec }) => spec.template);
const containersOf = (objects: readonly Manifest[]): readonly Container[] =>
  podsOf(objects).flatMap(({ spec }) => spec.containers);

describe('the chart', () => {
  it.each([
    ['with required settings only', { settings: required }],
    ['with everything', everything],
  ])('passes lint and the schemas of Kubernetes %s', (_name, values) => {
    expect(helm(['lint', '--strict'], values)).toMatchObject({ status: 0 });
    const { text, objects } = render(values);
    const { stdout, status } = run(
      'SAPHAN_KUBECONFORM',
      [
        '-strict',
        '-summary',
        '-output=json',
        // Its definition is that of the Prometheus operator.
        '-skip=ServiceMonitor',
        '-schema-location',
        schemas,
      ],
      text,
    );
    const monitors = named(objects, 'ServiceMonitor').length;
    expect(JSON.parse(stdout)).toMatchObject({
      summary: { valid: objects.length - monitors, invalid: 0, errors: 0, skipped: monitors },
    });
    expect(status).toBe(0);
  });

  it('is refused by the schemas with an unknown property', () => {
    const { text } = render({ settings: required });
    const wrong = text.replace('automountServiceAccountToken:', 'automountServiceAcountToken:');
    const args = ['-strict', '-schema-location', schemas];
    expect(run('SAPHAN_KUBECONFORM', args, wrong).status).toBe(1);
  });

  it('requires the settings that have no default', () => {
    for (const name of Object.keys(required)) {
      const { status, stderr } = helm(['template', 'pay'], {
        settings: { ...required, [name]: '' },
      });
      expect(status).not.toBe(0);
      expect(stderr).toContain(`settings.${name}: required`);
    }
  });

  it('refuses a setting that the gateway does not have', () => {
    const { status, stderr } = helm(['template', 'pay'], {
      settings: { ...required, PUBLC_URL: 'https://pay.example.com' },
    });
    expect(status).not.toBe(0);
    expect(stderr).toContain('PUBLC_URL');
  });
});

const settings = Object.entries(environment.shape).map(([name, type]) => {
  const { chart = {}, secret = false } = metaOf(name, type);
  return { name, isFixed: 'fixed' in chart, isSecret: secret };
});
/** Files of the Secret `temporalTls`. */
const fileSettings = ['TEMPORAL_TLS_CA', 'TEMPORAL_TLS_CERT', 'TEMPORAL_TLS_KEY'];

/** Settings of one process only. */
const ownSettings: Readonly<Record<string, readonly string[]>> = {
  migrate: ['MIGRATE_DATABASE_URL'],
  api: ['CONSOLE_ADDRESS', 'METRICS_ADDRESS', 'CALLBACKS_ADDRESS'],
};

describe('a rendered installation', () => {
  const { objects } = render(everything);
  const plain = render({ settings: required }).objects;

  it('has a process per component, and a migration before them', () => {
    expect(named(objects, 'Deployment').toSorted((a, b) => a.localeCompare(b))).toEqual([
      'pay-api',
      'pay-worker',
    ]);
    const job = objects.find(({ kind }) => kind === 'Job');
    expect(job?.metadata.annotations?.['helm.sh/hook']).toBe('pre-install,pre-upgrade');
    expect(containersOf(objects).map(({ args }) => args)).toEqual(
      containersOf(objects).map(({ name }) => [name]),
    );
  });

  it('passes every setting to every process, and the owner to the migration only', () => {
    for (const { name, env } of containersOf(objects)) {
      const passed = [
        ...settings.filter(({ isFixed }) => !isFixed).map((each) => each.name),
        ...fileSettings,
      ];
      const own = ownSettings[name] ?? [];
      expect(new Set(env.map((each) => each.name))).toEqual(new Set([...passed, ...own]));
      expect(env).toHaveLength(passed.length + own.length);
      const written = env.filter(({ value }) => value !== undefined).map((each) => each.name);
      const secret = settings.filter(({ isSecret }) => isSecret).map((each) => each.name);
      expect(written.filter((each) => secret.includes(each))).toEqual([]);
    }
  });

  it('runs without privileges, on a read-only root', () => {
    for (const { spec } of podsOf(objects)) {
      expect(spec).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      });
    }
    for (const { securityContext, image } of containersOf(objects)) {
      expect(securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      expect(image).toBe(`registry.example.com/saphan@sha256:${'0'.repeat(64)}`);
    }
  });

  it('selects the pods of its component by services, budgets and network policies', () => {
    const labels = new Map(
      podsOf(objects).map(({ metadata, spec }) => [spec.containers[0]?.name, metadata.labels]),
    );
    const selecting = objects.filter(({ kind }) =>
      ['Service', 'PodDisruptionBudget', 'NetworkPolicy'].includes(kind),
    );
    expect(selecting).toHaveLength(2 + 2 + 3);
    for (const { kind, metadata, spec } of selecting) {
      const component = metadata.name.slice('pay-'.length);
      const selector =
        kind === 'Service'
          ? spec.selector
          : (spec.podSelector?.matchLabels ?? spec.selector.matchLabels);
      expect(labels.get(component)).toMatchObject(selector);
      expect(selector).toMatchObject({ 'app.kubernetes.io/component': component });
    }
  });

  it('admits nobody by default, and named peers to the port of their purpose only', () => {
    const ingressOf = (all: readonly Manifest[], name: string) =>
      all.find(({ kind, metadata }) => kind === 'NetworkPolicy' && metadata.name === name)?.spec
        .ingress;
    const peers = everything['networkPolicy'] as Record<string, unknown[]>;
    expect(ingressOf(plain, 'pay-api')).toBeUndefined();
    expect(ingressOf(plain, 'pay-worker')).toBeUndefined();
    const rule = (from: string, port: number) => ({
      from: peers[from],
      ports: [{ protocol: 'TCP', port }],
    });
    expect(new Set(ingressOf(objects, 'pay-api'))).toEqual(
      new Set([
        rule('ingressFrom', 8080),
        rule('consoleFrom', 8090),
        rule('callbacksFrom', 8091),
        rule('metricsFrom', 9090),
      ]),
    );
    expect(ingressOf(objects, 'pay-worker')).toEqual([rule('metricsFrom', 8082)]);
    expect(ingressOf(objects, 'pay-migrate')).toBeUndefined();
  });

  it('serves each route group on the port of its Service', () => {
    const api = containersOf(objects).find(({ name }) => name === 'api');
    const ports = { http: 8080, console: 8090, callbacks: 8091, metrics: 9090 };
    const ofApi = objects.find(
      ({ kind, metadata }) => kind === 'Service' && metadata.name === 'pay-api',
    );
    const served = ofApi?.spec.ports?.map(({ name, port, targetPort }) => {
      expect(targetPort).toBe(name);
      return [name, port] as const;
    });
    expect(Object.fromEntries(served ?? [])).toEqual(ports);
    expect(
      Object.fromEntries(api?.ports?.map(({ name, containerPort }) => [name, containerPort]) ?? []),
    ).toEqual(ports);
    const addresses = new Map(api?.env.map(({ name, value }) => [name, value]));
    for (const [name, port] of Object.entries(ports)) {
      const expected = name === 'http' ? undefined : `0.0.0.0:${port}`;
      expect(addresses.get(`${name.toUpperCase()}_ADDRESS`)).toBe(expected);
    }
  });

  it('has a ServiceMonitor only where it is enabled', () => {
    expect(named(plain, 'ServiceMonitor')).toEqual([]);
    expect(named(objects, 'ServiceMonitor')).toEqual(['pay']);
  });
});

import { ofEmbeddedServer, setting, type ValuesOf } from './setting';
import { flag, httpUrl, port, text } from './types';

const file = (description: string) =>
  setting(text.optional(), {
    description,
    compose: {
      note: 'Mounted into `api` and `worker` by a `docker-compose.override.yml`.',
    },
    chart: { fixed: 'a file of the Secret `secrets.temporalTls`' },
  });

export const temporal = {
  TEMPORAL_ADDRESS: setting(text.optional(), {
    description: '`host:port` of a Temporal cluster, or of Temporal Cloud.',
    fallback: 'an embedded server',
    compose: { default: 'temporal:7233', note: 'Empty: the service `temporal` of Compose.' },
    chart: { isRequired: true },
  }),
  TEMPORAL_NAMESPACE: setting(text.default('default'), {
    description: 'Namespace of the workflows.',
    compose: { default: 'saphan' },
    chart: { value: 'saphan' },
  }),
  TEMPORAL_API_KEY: setting(text.optional(), {
    description:
      'API key with write access to the namespace, for example of Temporal Cloud. It is sent ' +
      'over TLS only.',
    secret: true,
  }),
  TEMPORAL_TLS: setting(flag, {
    description: '`true`: TLS to Temporal.',
    fallback: '`true` with `TEMPORAL_API_KEY` or a file of the next three, else `false`',
  }),
  TEMPORAL_TLS_CA: file('File of the certificate authority of Temporal.'),
  TEMPORAL_TLS_CERT: file('File of the client certificate, for mutual TLS.'),
  TEMPORAL_TLS_KEY: file('File of the key of the client certificate, for mutual TLS.'),
  TEMPORAL_UI_URL: setting(httpUrl, {
    description:
      "URL of the Temporal UI for operators' browsers. The console links each order to its " +
      'workflow.',
    fallback: "the embedded server's",
    compose: {
      default: 'http://localhost:8233',
      example: 'http://localhost:8233',
      note: 'The UI has no login of its own.',
    },
  }),
  TEMPORAL_PROGRAM: setting(text.optional(), {
    description: 'Path of the Temporal CLI, which contains the embedded server.',
    fallback: 'on the `PATH`, or downloaded or built once',
    ...ofEmbeddedServer,
  }),
  TEMPORAL_PORT: setting(port(7233), {
    description: 'Port of the embedded server.',
    ...ofEmbeddedServer,
  }),
  TEMPORAL_UI_PORT: setting(port(8233), {
    description: 'Port of the UI of the embedded server.',
    compose: { fixed: 'of the embedded server only; .env sets the published port' },
    chart: ofEmbeddedServer.chart,
  }),
  TEMPORAL_ALL_INDEXES: setting(flag, {
    description:
      '`true`: the embedded server keeps all [visibility ' +
      'indexes](operations.md#settings-of-temporal), for lists by columns that the gateway ' +
      'does not use. The next start creates dropped ones again.',
    ...ofEmbeddedServer,
  }),
  WORKER_PORT: setting(port(8082), {
    description: "Port of a worker's `/healthz`, `/readyz` and `/metrics`.",
    compose: { fixed: 'the default, inside the container' },
    chart: { fixed: 'the default, inside the pod' },
  }),
  WORKFLOW_TRACES: setting(flag, {
    description:
      "`true`: Temporal's UI shows the stack trace of a running workflow, and workflow code " +
      'that loops is stopped after 5 seconds. This costs a worker a quarter more CPU time ' +
      "([Workflows in the worker's thread](operations.md#workflows-in-the-workers-thread)).",
  }),
};

export const temporalOf = (env: ValuesOf<typeof temporal>) => ({
  /** Null: the embedded development server. */
  address: env.TEMPORAL_ADDRESS ?? null,
  namespace: env.TEMPORAL_NAMESPACE,
  apiKey: env.TEMPORAL_API_KEY ?? null,
  tls: tlsOf(env),
  /** The CLI that contains the embedded server. Null: none was found. */
  embeddedProgram: env.TEMPORAL_PROGRAM ?? null,
  embeddedPort: env.TEMPORAL_PORT,
  embeddedUiPort: env.TEMPORAL_UI_PORT,
  /** Whether the embedded server keeps the visibility indexes that the gateway does not need. */
  embeddedHasAllIndexes: env.TEMPORAL_ALL_INDEXES,
  /** The Temporal UI for operators, without a trailing slash. Null: not configured. */
  uiUrl: env.TEMPORAL_UI_URL?.replace(/\/+$/, '') ?? null,
});

/** Null: no TLS. A configured file enables it. */
function tlsOf(env: ValuesOf<typeof temporal>) {
  const { TEMPORAL_TLS_CA: ca, TEMPORAL_TLS_CERT: cert, TEMPORAL_TLS_KEY: key } = env;
  if (!env.TEMPORAL_TLS && ca === undefined && cert === undefined) return null;
  return { caFile: ca ?? null, certFile: cert ?? null, keyFile: key ?? null };
}

export const workerOf = (env: ValuesOf<typeof temporal>) => ({
  /** Of the health and metrics endpoints. */
  port: env.WORKER_PORT,
  /** Enables stack traces and a time limit of workflows, for a quarter more CPU time. */
  workflowTraces: env.WORKFLOW_TRACES,
});

/** Settings that the image or the cluster fixes, with the reason. */
export const fixedSettings: Readonly<Record<string, string>> = {
  HOST: 'set by the image',
  PORT: 'set by the image',
  DATA_DIR: 'set by the image',
  WORKER_PORT: 'the default, inside the pod',
  CONSOLE_ADDRESS: 'a port of the API',
  METRICS_ADDRESS: 'a port of the API',
  CALLBACKS_ADDRESS: 'a port of the API',
  MIGRATE_DATABASE_URL: 'a secret of its own, for the migration only',
  GATEWAY_URL: 'of the sandbox bank, which the chart does not run',
  SANDBOX_BANK_PORT: 'of the sandbox bank',
  SANDBOX_BANK_URL: 'of the sandbox bank',
  POSTGRES_PORT: 'of the embedded server only',
  TEMPORAL_PROGRAM: 'of the embedded server only',
  TEMPORAL_PORT: 'of the embedded server only',
  TEMPORAL_ALL_INDEXES: 'of the embedded server only',
  TEMPORAL_UI_PORT: 'of the embedded server only',
};

/** Settings that a Secret has. */
export const secretSettings: readonly string[] = [
  'DATABASE_URL',
  'ENCRYPTION_KEYS',
  'PROVIDER_KEY',
  'PROVIDER_CALLBACK_SECRET',
  'OPERATOR_KEY',
  'SMTP_URL',
  'TEMPORAL_API_KEY',
  'OTEL_EXPORTER_OTLP_HEADERS',
];

/** Settings that name files of the Secret `temporalTls`. */
export const fileSettings: readonly string[] = [
  'TEMPORAL_TLS_CA',
  'TEMPORAL_TLS_CERT',
  'TEMPORAL_TLS_KEY',
];

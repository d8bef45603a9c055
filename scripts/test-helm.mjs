#!/usr/bin/env node
// `npm run test:helm`: lints and renders deploy/helm/saphan, and validates what it renders against
// the schemas of Kubernetes. Helm and kubeconform are taken from the PATH, or built once with Go
// into the user's cache, which takes minutes. `--is-built` exits with 0 if that has been done, or
// else with 1. No cluster is used. Node modules only.
import { execFile, spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { fillOnce, goInstall } from './program-cache.mjs';
import { userCacheDir } from './user-cache-dir.mjs';

const programs = {
  helm: 'helm.sh/helm/v3/cmd/helm@v3.16.4',
  kubeconform: 'github.com/yannh/kubeconform/cmd/kubeconform@v0.6.7',
};
const kubernetesVersion = '1.31.3';
/** The kinds that the chart renders and Kubernetes defines. */
const kinds = ['Deployment', 'Job', 'NetworkPolicy', 'PodDisruptionBudget', 'Service'];

/** The path of a program on the PATH, or undefined. */
function findOnPath(name) {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter((each) => each !== '');
  return folders.map((each) => path.join(each, name)).find((file) => existsSync(file));
}

const cacheOf = (name) =>
  path.join(userCacheDir(), programs[name].replace(/^.*\/|@/g, '-').slice(1));
const schemaCache = path.join(userCacheDir(), `kubernetes-schemas-${kubernetesVersion}`);

/** The schemas need only a download, if Go is there. */
const isBuilt = () =>
  Object.keys(programs).every((name) => findOnPath(name) ?? existsSync(cacheOf(name))) &&
  (existsSync(schemaCache) || findOnPath('go') !== undefined);

/** The path of a program: on the PATH, or in the cache. */
async function obtain(name) {
  const found = findOnPath(name);
  if (found !== undefined) return found;
  const folder = cacheOf(name);
  await fillOnce(folder, (draft) => {
    console.error(`Building ${name} with Go (once, some minutes) …`);
    return goInstall(draft, [programs[name]]);
  });
  return path.join(folder, name);
}

/** The folder with a JSON schema per kind, from the API's definition in the Go module. */
async function obtainSchemas() {
  await fillOnce(schemaCache, async (draft) => {
    const module = `k8s.io/kubernetes@v${kubernetesVersion}`;
    const { stdout } = await promisify(execFile)('go', ['mod', 'download', '-json', module]);
    const swagger = path.join(JSON.parse(stdout).Dir, 'api/openapi-spec/swagger.json');
    writeSchemas(JSON.parse(readFileSync(swagger, 'utf8')).definitions, draft);
  });
  return schemaCache;
}

function writeSchemas(definitions, folder) {
  const strict = Object.fromEntries(
    Object.entries(definitions).map(([name, each]) => [name, strictly(each)]),
  );
  for (const [name, each] of Object.entries(strict)) {
    for (const { group, version, kind } of each['x-kubernetes-group-version-kind'] ?? []) {
      if (!kinds.includes(kind) || !/^v\d+$/.test(version)) continue;
      const parts = [kind, group.split('.')[0], version].filter((part) => part !== '');
      const schema = { $ref: `#/definitions/${name}`, definitions: strict };
      writeFileSync(
        path.join(folder, `${parts.join('-').toLowerCase()}.json`),
        JSON.stringify(schema),
      );
    }
  }
}

/** Refuses unknown properties. The API's definition describes an integer or string as a string. */
function strictly(definition) {
  if (definition.format === 'int-or-string') return { type: ['integer', 'string'] };
  return definition.properties === undefined
    ? definition
    : { ...definition, additionalProperties: false };
}

if (process.argv.includes('--is-built')) process.exit(isBuilt() ? 0 : 1);
const [helm, kubeconform, schemas] = [
  await obtain('helm'),
  await obtain('kubeconform'),
  await obtainSchemas(),
];
const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const jest = spawn(
  process.execPath,
  [path.join(root, 'scripts/test.mjs'), 'test/helm', ...process.argv.slice(2)],
  {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      SAPHAN_HELM: helm,
      SAPHAN_KUBECONFORM: kubeconform,
      SAPHAN_KUBERNETES_SCHEMAS: schemas,
      SAPHAN_KUBERNETES_VERSION: kubernetesVersion,
    },
  },
);
jest.once('exit', (code) => {
  process.exitCode = code ?? 1;
});

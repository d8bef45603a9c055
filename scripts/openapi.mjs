#!/usr/bin/env node
// `npm run openapi`: writes docs/openapi*.json, the OpenAPI documents of a sandbox.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { load, makeReady, root } from './ready.mjs';

await makeReady();
const { openApiFiles } = await load('src/app.js');
for (const [name, text] of Object.entries(openApiFiles())) {
  writeFileSync(path.join(root, 'docs', name), text);
  console.log(`Wrote docs/${name}.`);
}

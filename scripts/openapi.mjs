#!/usr/bin/env node
// `npm run openapi`: writes docs/openapi.json, the OpenAPI document of a sandbox.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { load, makeReady, root } from './ready.mjs';

await makeReady();
const { openApiFile } = await load('src/app.js');
writeFileSync(path.join(root, 'docs/openapi.json'), openApiFile());
console.log('Wrote docs/openapi.json.');

#!/usr/bin/env node
// `npm run settings`: writes the settings of src/settings into the documents, .env.example,
// docker-compose.yml and the Helm chart.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { load, makeReady, root } from './ready.mjs';

await makeReady();
const { settingDocuments } = await load('src/settings/documents.js');
const read = (file) => readFileSync(path.join(root, file), 'utf8');
for (const [file, text] of Object.entries(settingDocuments(read))) {
  writeFileSync(path.join(root, file), text);
  console.log(`Wrote ${file}.`);
}

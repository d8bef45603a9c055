#!/usr/bin/env node
// Writes all samples into the folder of the argument, for tests and the checks of each language:
// those of the reference as `<operationId>.py`, those of guides as `first_payment_create.py`.
import { cpSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { samplesOf } from './call-samples.mjs';
import { planReference } from './reference-plan.mjs';

const site = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const [folder = ''] = process.argv.slice(2);

mkdirSync(folder, { recursive: true });
const document = JSON.parse(readFileSync(path.join(site, '../docs/openapi.json'), 'utf8'));
for (const operation of planReference(document).pages.flatMap(({ operations }) => operations)) {
  for (const { extension, text } of samplesOf(operation)) {
    writeFileSync(path.join(folder, `${operation.facts.operationId}.${extension}`), text);
  }
}
const guides = path.join(site, 'samples');
for (const name of readdirSync(guides, { recursive: true })) {
  const file = path.join(guides, name);
  if (statSync(file).isFile()) cpSync(file, path.join(folder, name.replace(/[/\\-]/g, '_')));
}

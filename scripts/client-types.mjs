#!/usr/bin/env node
// `npm run client:types`: writes the wire types of the clients from docs/openapi.json. With
// `--check` it writes nothing, and exits with 1 for a file that is out of date. Node modules only.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readModel } from './client-types/model.mjs';
import { phpTypes } from './client-types/php.mjs';
import { pythonTypes } from './client-types/python.mjs';
import { typescriptTypes } from './client-types/typescript.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const model = readModel(JSON.parse(readFileSync(path.join(root, 'docs/openapi.json'), 'utf8')));
const files = {
  'client/src/types.ts': typescriptTypes(model),
  'clients/php/src/Types.php': phpTypes(model),
  'clients/python/src/saphan/types.py': pythonTypes(model),
};

const isCheck = process.argv.includes('--check');
for (const [file, text] of Object.entries(files)) {
  const target = path.join(root, file);
  if (existsSync(target) && readFileSync(target, 'utf8') === text) continue;
  if (isCheck) {
    console.error(`${file} is out of date: run \`npm run client:types\`.`);
    process.exitCode = 1;
  } else {
    writeFileSync(target, text);
    console.log(`Wrote ${file}.`);
  }
}

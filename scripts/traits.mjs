#!/usr/bin/env node
// `npm run traits`: writes the table of connectors in docs/providers/README.md.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { load, makeReady, root } from './ready.mjs';

await makeReady();
const { renderTraitsTable } = await load('src/providers/connectors/traits-table.js');
const { registeredConnectors } = await load('src/providers/connectors/registry.js');
const connectors = [...registeredConnectors.values()].map(({ connector }) => connector);
const file = path.join(root, 'docs/providers/README.md');
const table = `<!-- traits -->\n${renderTraitsTable(connectors)}<!-- end -->`;
const text = readFileSync(file, 'utf8');
writeFileSync(
  file,
  text.replace(/<!-- traits -->[^]*<!-- end -->/, () => table),
);
console.log('Wrote the table in docs/providers/README.md.');

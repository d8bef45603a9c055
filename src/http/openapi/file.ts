import { readConfig } from '../../config';
import { operationsOf } from '../operations';
import { openApiDocument } from './document';

/** docs/openapi.json: a sandbox where nothing was configured. */
export function openApiFile(): string {
  const config = readConfig({});
  return `${JSON.stringify(openApiDocument(operationsOf(config), config), null, 2)}\n`;
}

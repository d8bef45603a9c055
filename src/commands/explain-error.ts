import { SaphanError } from '../../client/src';
import { ConfigError } from '../config';
import { SILENCE, isSilence } from '../platform/observe/silence';
import { SetupError } from '../../sandbox/embedded/setup-error';
import { UsageError } from './command';

/** By SQLSTATE. */
const databaseAdvice: Readonly<Record<string, string>> = {
  '28P01': 'the user or password of DATABASE_URL is wrong',
  '28000': 'the user of DATABASE_URL may not connect',
  '3D000': 'the database of DATABASE_URL does not exist',
  '42501': 'the user of DATABASE_URL lacks a privilege',
  '42P01': 'run `gateway migrate`, the schema is older than this version',
  '42703': 'run `gateway migrate`, the schema is older than this version',
  '53300': 'Postgres has no free connection',
  '57P03': 'Postgres is starting or stopping',
};

/** One line for a usage, configuration or connection error. Null for a bug: print its stack. */
export function explainError(error: unknown): string | null {
  if (error instanceof UsageError || error instanceof ConfigError || error instanceof SetupError) {
    return error.message;
  }
  if (isSilence(error)) return `${SILENCE}: check DATABASE_URL and its server.`;
  if (error instanceof SaphanError) return firstLine(error.message);
  // A host with several addresses: the errors differ in the address only.
  if (error instanceof AggregateError && error.errors.length > 0) {
    return explainError(error.errors[0]);
  }
  if (!(error instanceof Error) || !('code' in error)) return null;
  const { code, message } = error;
  if (typeof code !== 'string') return null;
  const advice = databaseAdvice[code];
  // Knex puts the statement first; the reason follows the last dash.
  if (advice !== undefined)
    return `Postgres: ${firstLine(message).split(' - ').at(-1)}: ${advice}.`;
  return /^E[A-Z]+$/.test(code) ? firstLine(message) : null;
}

const firstLine = (text: string): string => text.split('\n', 1)[0] ?? '';

import { SILENCE, isSilence } from '../../platform/observe/silence';

export interface Finding {
  readonly name: string;
  /** `warn`: not required, or resolved by the next start. */
  readonly state: 'ok' | 'warn' | 'fail';
  readonly found: string;
  readonly advice: string;
}

export const ok = (name: string, found: string): Finding => ({
  name,
  state: 'ok',
  found,
  advice: '',
});
export const warn = (name: string, found: string, advice: string): Finding => ({
  name,
  state: 'warn',
  found,
  advice,
});
export const fail = (name: string, found: string, advice: string): Finding => ({
  name,
  state: 'fail',
  found,
  advice,
});

/** The first line only, for one cell of the table. */
export function reasonOf(error: unknown): string {
  if (isSilence(error)) return SILENCE;
  const message = error instanceof Error ? error.message : String(error);
  return message.split('\n', 1)[0] ?? '';
}

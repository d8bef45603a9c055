import type { Vault } from './crypto/vault';

/** A page carries it, sealed as JSON, from one request to the next. */
interface PageState {
  readonly untilMs: number;
}

/** Null for a text that was not sealed for `context`, or that has expired. */
export function openState<T extends PageState>(
  vault: Vault,
  sealed: string,
  context: string,
  nowMs: number = Date.now(),
): T | null {
  let json: string;
  try {
    json = vault.open(sealed, context);
  } catch {
    return null;
  }
  const state = JSON.parse(json) as T;
  return state.untilMs < nowMs ? null : state;
}

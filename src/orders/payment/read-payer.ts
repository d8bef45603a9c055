import type { CallbackBody } from '../callbacks/store/callbacks';
import { payerOfAnswer } from '../store/payers';
import { ERASED_BODY } from '../../kernel/rules/identifier';
import { shownPayer, type NamedPayer, type ShownPayer } from '../deposit/rules/payer-match';
import type { Deps } from '../../deps';

/** Null when no money was credited, or its payer is unknown. */
export const findShownPayer = async (
  deps: Pick<Deps, 'providers' | 'vault'>,
  { creditedCallback }: { readonly creditedCallback: CallbackBody | null },
): Promise<ShownPayer | null> =>
  creditedCallback === null ? null : shownPayer(await readPayer(deps, creditedCallback));

/** The connector of the callback's account reads it. An answer has the gateway's own format. */
export async function readPayer(
  { providers, vault }: Pick<Deps, 'providers' | 'vault'>,
  { bodySealed, accountId, isAnswer }: CallbackBody,
): Promise<NamedPayer | null> {
  const body = vault.open(bodySealed, 'callbacks.body');
  if (body === ERASED_BODY) return null;
  if (isAnswer) return payerOfAnswer(body);
  return (await providers.find(accountId)).connector.readPayer(body);
}

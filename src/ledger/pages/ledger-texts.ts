import { ledgerAccounts, transferKinds, type Account, type TransferKind } from '../rules/ledger';
import type { Language } from '../../pages/kit/language';

export const postingTexts = (language: Language, reader: 'merchant' | 'operator') =>
  Object.fromEntries(
    Object.entries(transferKinds).map(([kind, { texts }]) => [kind, texts[reader][language]]),
  ) as Readonly<Record<TransferKind, string>>;

export const accountTexts = (language: Language) =>
  Object.fromEntries(
    Object.entries(ledgerAccounts).map(([account, text]) => [account, text[language]]),
  ) as Readonly<Record<Account, string>>;

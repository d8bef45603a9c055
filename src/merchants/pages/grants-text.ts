import { permissionSets, type Grant, type PermissionSet } from '../../kernel/rules/permission';
import type { Language } from '../../pages/kit/language';

export const grantSetTexts: Readonly<Record<Language, Readonly<Record<PermissionSet, string>>>> = {
  th: { read: 'อ่าน', write: 'อ่านและเขียน', withdraw: 'ถอนเงินได้' },
  en: { read: 'Read', write: 'Read and write', withdraw: 'Withdraw' },
};

export const grantsText = (language: Language, grants: readonly Grant[]): string =>
  grants
    .map((grant) => {
      const set = permissionSets.find((name) => name === grant);
      return set === undefined ? grant : grantSetTexts[language][set];
    })
    .join(', ');

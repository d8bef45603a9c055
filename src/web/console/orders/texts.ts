import type { Language } from '../../kit/language';
import { en } from './en';
import type { DossierTexts } from './en';
import { th } from './th';

export type { DossierTexts };
export const dossierTexts: Readonly<Record<Language, DossierTexts>> = { th, en };

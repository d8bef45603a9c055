import type { Language } from '../../kit/language';
import { en, type ConsoleTexts } from './en';
import { th } from './th';

export type { ConsoleTexts };
export const texts: Readonly<Record<Language, ConsoleTexts>> = { th, en };

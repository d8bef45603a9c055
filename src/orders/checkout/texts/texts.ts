import type { Language } from '../../../pages/kit/language';
import { en, type Texts } from './en';
import { th } from './th';

export type { Texts };
export const texts: Readonly<Record<Language, Texts>> = { th, en };

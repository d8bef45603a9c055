import type { Language } from '../../../pages/kit/language';
import { en, type MerchantTexts } from './en';
import { th } from './th';

export type { MerchantTexts };
export const merchantTexts: Readonly<Record<Language, MerchantTexts>> = { th, en };

import type { Language } from '../../../pages/kit/language';
import { en, type OrderDetailTexts } from './en';
import { th } from './th';

export type { OrderDetailTexts };
export const orderDetailTexts: Readonly<Record<Language, OrderDetailTexts>> = { th, en };

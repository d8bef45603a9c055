import type { CannotResolveWhy } from '../cannot-resolve';
import type { Language } from '../../pages/kit/language';
import { en, type ExceptionTexts } from './en';
import { th } from './th';

export type { ExceptionTexts };
export type Fault = Exclude<CannotResolveWhy, 'unknown'> | 'awaiting_approval' | 'changed';
export type { Way } from './en';

export const exceptionTexts: Readonly<Record<Language, ExceptionTexts>> = { th, en };

import type { CannotResolveWhy } from '../../../application/exceptions/cannot-resolve';
import type { Language } from '../../kit/language';
import { en } from './en';
import type { ExceptionTexts } from './en';
import { th } from './th';

export type { ExceptionTexts };
/** Why an exception could not be resolved. */
export type Fault = Exclude<CannotResolveWhy, 'unknown'> | 'awaiting_approval';
/** The texts of one resolution: its name, when it applies, and what it posts. */
export type { Way } from './en';

export const exceptionTexts: Readonly<Record<Language, ExceptionTexts>> = { th, en };

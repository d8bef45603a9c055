import type { Language } from '../../../../pages/kit/language';
import { en, type TimelineTexts } from './en';
import { th } from './th';

export type { TimelineTexts };
export type EntryTexts = TimelineTexts['entries'];
/** Other than a callback. */
export type Cause = keyof EntryTexts['causes'];

export const timelineTexts: Readonly<Record<Language, TimelineTexts>> = { th, en };

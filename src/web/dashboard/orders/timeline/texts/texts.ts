import type { Language } from '../../../../kit/language';
import { en } from './en';
import type { StoryTexts } from './en';
import { th } from './th';

export type { StoryTexts };
/** The texts of timeline entries. */
export type EntryTexts = StoryTexts['entries'];
/** The causes of a transition, other than a callback. */
export type Cause = keyof EntryTexts['causes'];

export const storyTexts: Readonly<Record<Language, StoryTexts>> = { th, en };

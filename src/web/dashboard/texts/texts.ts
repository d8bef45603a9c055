import type { Language } from '../../kit/language';
import { en } from './en';
import type { FrameTexts } from './en';
import { th } from './th';

export type { FrameTexts };
export const texts: Readonly<Record<Language, FrameTexts>> = { th, en };

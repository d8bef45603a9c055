import type { Language } from '../../kit/language';
import { en, type FrameTexts } from './en';
import { th } from './th';

export type { FrameTexts };
export const texts: Readonly<Record<Language, FrameTexts>> = { th, en };

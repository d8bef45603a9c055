import { Pages } from '../../kit/pages';
import { texts, type FrameTexts } from './texts';
import { layoutOf } from './layout';
import type { SectionName } from './sections';

export const pages = new Pages<'merchant', FrameTexts, SectionName>({
  realm: 'merchant',
  texts,
  layoutOf,
});
export const { pageQuery, page, download, publicPage, pageReply } = pages;
export const { formAction, actForm, publicFormAction, linkAction } = pages;

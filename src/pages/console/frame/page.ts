import { Pages } from '../../kit/pages';
import { texts, type ConsoleTexts } from './texts';
import { layoutOf } from './layout';
import type { SectionName } from './sections';

export const pages = new Pages<'operator', ConsoleTexts, SectionName>({
  realm: 'operator',
  texts,
  layoutOf,
});
export const { pageQuery, page, formAction, actForm, pageReply } = pages;

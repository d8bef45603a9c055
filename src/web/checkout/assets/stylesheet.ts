import { contentStyles } from './stylesheet/content';
import { controlStyles } from './stylesheet/controls';
import { frameStyles } from './stylesheet/frame';

/** One sheet for all pages: from 320 px up, light and dark, Thai and Latin script. */
export const stylesheet = [frameStyles, controlStyles, contentStyles].join('');

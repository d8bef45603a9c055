import { colourStyles } from '../../checkout/assets/stylesheet/colours';
import { contentStyles } from './stylesheet/content';
import { controlStyles } from './stylesheet/controls';
import { frameStyles } from './stylesheet/frame';
import { storyStyles } from './stylesheet/story';

/** One sheet for the dashboard: from 320 px up, light and dark, Thai and Latin script. */
export const stylesheet = [
  colourStyles,
  frameStyles,
  controlStyles,
  contentStyles,
  storyStyles,
].join('');

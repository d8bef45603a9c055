import { copyScript } from './script/copy';
import { formScript } from './script/forms';
import { liveScript } from './script/live';

/**
 * The pages work without it. It copies, keeps a form from being sent twice, and brings pages up to
 * date.
 */
export const script = `'use strict';
(() => {
document.documentElement.classList.add('js');
// A live region that is never replaced, so that what is put there is spoken once.
const say = (text) => {
  const live = document.getElementById('live');
  if (live !== null) live.textContent = text;
};
${copyScript}
${formScript}
${liveScript}
})();
`;

import { copyScript } from './script/copy';
import { countdownScript } from './script/countdown';
import { refreshScript } from './script/refresh';
import { slipScript } from './script/slip';

/**
 * The page works without it. It counts down by the server's clock, brings the page up to date
 * without a reload, copies what has to be typed, and sends a slip with its progress.
 */
export const script = `'use strict';
(() => {
document.documentElement.classList.add('js');
const main = document.getElementById('main');
if (main.dataset.version === undefined) return;
const part = (id) => document.getElementById(id);
// A live region that is never replaced, so that what is put there is spoken once.
const say = (text) => { part('live').textContent = text; };
${countdownScript}
${copyScript}
${refreshScript}
${slipScript}
dress();
begin();
})();
`;

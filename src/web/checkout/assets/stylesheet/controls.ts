/** What is pressed, and the form of a slip. */
export const controlStyles = `
button, .button {
  display: flex; align-items: center; justify-content: center; gap: .5rem; width: 100%;
  min-height: 3.25rem; padding: .6rem 1.25rem; border-radius: .9rem; cursor: pointer;
  border: 1.5px solid var(--brand); background: transparent; color: var(--link);
  font: inherit; font-weight: 600; text-align: center; text-decoration: none;
}
@media (prefers-color-scheme: light) { button, .button { color: var(--brand); } }
button:hover, .button:hover { background: var(--brand-soft); }
.button.strong { background: var(--brand); color: var(--brand-ink); }
.button.strong:hover { filter: brightness(1.15); }
button:focus-visible, .button:focus-visible { border-radius: .9rem; }
button[aria-disabled=true] { opacity: .6; cursor: progress; }
.button .icon { font-size: 1.1em; }

.copy { width: auto; min-height: 2.75rem; padding: .35rem .75rem; border-radius: .7rem;
  border-color: transparent; background: var(--brand-soft); font-size: .9rem; white-space: nowrap; }
.copy:hover { border-color: var(--brand); }
@media (max-width: 24rem) {
  .copy { min-width: 2.75rem; }
  .copy:not(.done) > span { position: absolute; clip-path: inset(50%); }
}
.copy.done { background: var(--good-soft); color: var(--good); }

form { display: grid; gap: .6rem; margin-top: 1rem; }
.pick { display: grid; gap: .35rem; }
.pick > .icon, .pick > .chosen { display: none; }
.field { font-weight: 600; }
input[type=file] { width: 100%; min-height: 3.25rem; padding: .5rem; border-radius: .9rem;
  border: 1.5px dashed var(--field); background: var(--well); color: var(--ink); font: inherit; }
input[type=file]::file-selector-button { min-height: 2.25rem; margin-right: .75rem;
  padding: .2rem .9rem; border: 0; border-radius: .6rem; background: var(--brand-soft);
  color: var(--ink); font: inherit; font-weight: 600; }
input[aria-invalid=true] { border-color: var(--bad); border-style: solid; }
.js .pick { position: relative; grid-template-columns: auto 1fr; align-items: center;
  gap: 0 .9rem; padding: .8rem 1rem; border: 1.5px dashed var(--field); border-radius: .9rem;
  background: var(--well); cursor: pointer; }
.js .pick:hover { border-color: var(--link); }
.js .pick > .icon { display: block; grid-row: span 2; font-size: 1.5rem; color: var(--link); }
.js .pick > .chosen { display: block; color: var(--link); }
.js .field { line-height: 1.5; }
.js .pick input { position: absolute; inset: 0; width: 100%; height: 100%; opacity: 0;
  cursor: pointer; }
.js .pick:focus-within { outline: 3px solid var(--link); outline-offset: 2px; }
.js .has-file .pick { border-style: solid; border-color: var(--link); }
.js .pick:has([aria-invalid=true]) { border: 1.5px solid var(--bad); }
#slip-formats { font-size: .9rem; }
.error { padding: .7rem .9rem; border-radius: .9rem; background: var(--bad-soft);
  color: var(--bad); }
.progress { display: grid; gap: .25rem; color: var(--soft); font-size: .9rem; }
progress { width: 100%; height: .6rem; appearance: none; border: 0; border-radius: 1rem;
  overflow: hidden; background: var(--line); color: var(--link); }
progress::-webkit-progress-bar { background: var(--line); }
progress::-webkit-progress-value { background: var(--link); }
progress::-moz-progress-bar { background: var(--link); }
`;

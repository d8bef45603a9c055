/** What is pressed and filled in. */
export const controlStyles = `
.button { display: inline-flex; align-items: center; justify-content: center; gap: .5rem;
  min-height: 2.75rem; padding: .35rem 1.05rem; border: 1px solid var(--line);
  border-radius: var(--round); background: var(--card); color: var(--ink); font: inherit;
  font-weight: 600; text-align: center; text-decoration: none; cursor: pointer;
  box-shadow: 0 1px 1px #10223b0d; }
.button:hover { background: var(--hover); }
.button.strong { border-color: transparent; background: var(--brand); color: var(--brand-ink); }
.button.strong:hover { filter: brightness(1.12); }
.button.quiet { border-color: transparent; background: transparent; box-shadow: none;
  font-weight: 400; }
.button.quiet:hover { background: var(--hover); }
:is(.actions, .card-head) .button.quiet { border-color: var(--line); }
.button.danger { border-color: transparent; background: var(--bad); color: var(--card); }
.button.danger:hover { filter: brightness(1.1); }
.button[aria-disabled=true] { opacity: .6; cursor: progress; }
.button.wide { width: 100%; }
.inline { display: inline-flex; }

form.fields, .fields { display: grid; gap: 1.1rem; }
.field { display: grid; gap: .3rem; min-width: 0; }
.field label, legend { font-weight: 600; }
.field label .soft { font-weight: 400; }
.hint { font-size: .9rem; line-height: 1.45; }
input:not([type=hidden], [type=radio], [type=checkbox]), select, textarea { width: 100%;
  min-height: 2.75rem; padding: .45rem .8rem; border: 1px solid var(--field);
  border-radius: var(--round); background: var(--card); color: var(--ink); font: inherit; }
select { padding-right: 2rem; appearance: none; text-overflow: ellipsis; background-image:
  linear-gradient(45deg, transparent 50%, var(--soft) 50%),
  linear-gradient(-45deg, transparent 50%, var(--soft) 50%);
  background-position: right 1.15rem top 55%, right .85rem top 55%; background-size: .3rem .3rem;
  background-repeat: no-repeat; }
@media (forced-colors: active) { select { appearance: auto; } }
textarea { min-height: 6rem; }
input:focus-visible, select:focus-visible, textarea:focus-visible { outline-offset: 0;
  border-radius: var(--round); }
input[aria-invalid=true] { border-color: var(--bad); box-shadow: 0 0 0 1px var(--bad); }
input[type=radio], input[type=checkbox] { flex: none; width: 1.15rem; height: 1.15rem;
  margin: .2rem 0 0; accent-color: var(--brand); }
.fault { color: var(--bad); font-size: .9rem; }
.choices { display: grid; gap: .5rem; min-width: 0; border: 0; }
.choices legend { margin-bottom: .3rem; }
.choice { display: flex; gap: .7rem; min-height: 2.75rem; padding: .55rem .8rem; cursor: pointer;
  border: 1px solid var(--line); border-radius: var(--round); background: var(--card); }
.choice:hover { background: var(--hover); }
.choice:has(:checked) { border-color: var(--link); box-shadow: inset 0 0 0 1px var(--link); }
.choice strong { display: block; }
.choice .hint { display: block; }
.filters { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(11rem, 45%), 1fr));
  align-items: end; gap: .75rem; }
.filters label { color: var(--soft); font-size: .9rem; font-weight: 400; }
.filters .presses { display: flex; flex-wrap: wrap; gap: .25rem; }
.row { display: flex; flex-wrap: wrap; align-items: end; gap: .75rem; }
.row > .field { flex: 1 1 12rem; }

.confirm { position: relative; display: inline-block; }
.confirm > summary { list-style: none; }
.confirm > summary::-webkit-details-marker { display: none; }
.confirm[open] > summary { background: var(--hover); }
.confirm > form { position: absolute; right: 0; z-index: 3; display: grid; gap: .75rem;
  width: max-content; max-width: min(20rem, 80vw); margin-top: .35rem; padding: 1rem;
  border: 1px solid var(--line); border-radius: var(--round); background: var(--card);
  box-shadow: 0 8px 30px #10223b2e; text-align: left; white-space: normal; }
.copy { min-height: 2.75rem; padding-inline: .75rem; font-size: .9rem; font-weight: 400; }
.copy.done { color: var(--good); }
`;

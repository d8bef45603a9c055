/** Buttons that copy, which are shown only where a script can make them work. */
export const copyScript = `
function dressCopies() {
  for (const button of document.querySelectorAll('[data-copy]')) button.hidden = false;
}
dressCopies();
document.addEventListener('click', async ({ target }) => {
  const button = target.closest?.('[data-copy]');
  if (!button) return;
  const source = document.getElementById(button.dataset.copy);
  try {
    await navigator.clipboard.writeText(source.textContent);
  } catch {
    // Not allowed, or not there outside https: the old way selects the text and copies that.
    getSelection().selectAllChildren(source);
    if (!document.execCommand('copy')) return;
    getSelection().removeAllRanges();
  }
  const label = button.querySelector('span');
  button.dataset.label ??= label.textContent;
  label.textContent = button.dataset.copied;
  button.classList.add('done');
  say(button.dataset.copied);
  clearTimeout(Number(button.dataset.timer));
  button.dataset.timer = String(setTimeout(() => {
    label.textContent = button.dataset.label;
    button.classList.remove('done');
  }, 2000));
});
`;

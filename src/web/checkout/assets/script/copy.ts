/** Buttons that copy; `dress` shows them, which only a script can make work. */
export const copyScript = `
function dress() {
  for (const button of document.querySelectorAll('[data-copy]')) button.hidden = false;
}

async function copy(button) {
  const text = button.dataset.copy;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Not allowed, or not there outside https: the old way selects the text and copies that.
    const value = button.closest('div').querySelector('dd');
    getSelection().selectAllChildren(value);
    if (!document.execCommand('copy')) return;
    getSelection().removeAllRanges();
  }
  const label = button.querySelector('span');
  const before = label.dataset.before ?? label.textContent;
  label.dataset.before = before;
  label.textContent = button.dataset.copied;
  button.classList.add('done');
  say(button.dataset.copied);
  clearTimeout(button.reset);
  button.reset = setTimeout(() => {
    label.textContent = before;
    button.classList.remove('done');
    say('');
  }, 2000);
}

document.addEventListener('click', (event) => {
  const button = event.target.closest('[data-copy]');
  if (button !== null) copy(button);
});
`;

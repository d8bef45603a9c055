/** One press sends a form once; what is open closes by a press elsewhere or by Escape. */
export const formScript = `
document.addEventListener('submit', (event) => {
  const form = event.target;
  if (form.method !== 'post') return;
  if (form.dataset.sent === 'yes') {
    event.preventDefault();
    return;
  }
  form.dataset.sent = 'yes';
  for (const button of form.querySelectorAll('button')) {
    button.setAttribute('aria-disabled', 'true');
  }
});
// A page that comes back from the browser's memory has not been sent.
addEventListener('pageshow', () => {
  for (const form of document.querySelectorAll('form[data-sent]')) {
    delete form.dataset.sent;
    for (const button of form.querySelectorAll('button')) button.removeAttribute('aria-disabled');
  }
});
const folded = () => document.querySelectorAll('details.confirm[open], details.drawer[open]');
document.addEventListener('click', ({ target }) => {
  for (const details of folded()) if (!details.contains(target)) details.open = false;
});
document.addEventListener('keydown', ({ key }) => {
  if (key !== 'Escape') return;
  for (const details of folded()) {
    details.open = false;
    details.querySelector('summary').focus();
  }
});
`;

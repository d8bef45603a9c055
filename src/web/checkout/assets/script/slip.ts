/**
 * Sends the form of a slip with its progress; the answer is the page that the form would lead to,
 * with the slip or with the reason why it was not taken.
 */
export const slipScript = `
const sizeText = (bytes) =>
  bytes < 1e6 ? Math.max(1, Math.round(bytes / 1e3)) + ' KB' : (bytes / 1e6).toFixed(1) + ' MB';

function refuse(form, reason) {
  const error = form.querySelector('#slip-error');
  const field = form.querySelector('input[type=file]');
  error.querySelector('[data-reason]').textContent = reason;
  error.hidden = reason === '';
  field.toggleAttribute('aria-invalid', false);
  if (reason !== '') field.setAttribute('aria-invalid', 'true');
  const about = reason === '' ? 'slip-formats' : 'slip-formats slip-error';
  field.setAttribute('aria-describedby', about);
}

document.addEventListener('change', (event) => {
  const form = event.target.closest('form[data-slip]');
  const file = event.target.files?.[0];
  if (form === null || file === undefined) return;
  form.querySelector('[data-chosen]').textContent = file.name + ' · ' + sizeText(file.size);
  form.classList.add('has-file');
  refuse(form, file.size > Number(form.dataset.bytesMax) ? form.dataset.tooLarge : '');
});

document.addEventListener('submit', (event) => {
  const form = event.target.closest('form[data-slip]');
  if (form === null) return;
  event.preventDefault();
  const file = form.querySelector('input[type=file]').files[0];
  if (isSending || file === undefined) return;
  if (file.size > Number(form.dataset.bytesMax)) return refuse(form, form.dataset.tooLarge);
  send(form);
});

function send(form) {
  const button = form.querySelector('button');
  const progress = form.querySelector('[data-progress]');
  const request = new XMLHttpRequest();
  const busy = (is) => {
    isSending = is;
    progress.hidden = !is;
    button.setAttribute('aria-disabled', String(is));
  };
  const over = () => {
    busy(false);
    quickFor(120000);
    if (!show(request.responseText, false)) refuse(form, form.dataset.unsent);
    say('');
    document.querySelector('#slip [aria-invalid=true]')?.focus();
    plan();
  };
  request.upload.onprogress = ({ loaded, total }) => {
    const percent = Math.round((loaded / total) * 100);
    progress.querySelector('progress').value = percent;
    progress.querySelector('[data-percent]').textContent = percent + ' %';
  };
  request.onload = over;
  request.onerror = over;
  request.ontimeout = over;
  request.timeout = 60000;
  request.open('POST', form.action);
  request.send(new FormData(form));
  busy(true);
  refuse(form, '');
  say(form.dataset.sending);
}
`;

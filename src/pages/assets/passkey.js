// Runs the ceremony of a passkey for the button beside its options, and submits the form with the
// response. Without this script, or without passkeys in the browser, the button stays hidden.

/** @param {string} options */
function create(options) {
  const parsed = /** @type {PublicKeyCredentialCreationOptionsJSON} */ (JSON.parse(options));
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(parsed);
  return navigator.credentials.create({ publicKey });
}

/** @param {string} options */
function get(options) {
  const parsed = /** @type {PublicKeyCredentialRequestOptionsJSON} */ (JSON.parse(options));
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(parsed);
  return navigator.credentials.get({ publicKey });
}

/** @param {HTMLElement} part */
function prepare(part) {
  const form = part.closest('form');
  const button = part.querySelector('button');
  const answer = part.querySelector('input');
  const fault = part.querySelector('p');
  if (form === null || button === null || answer === null || fault === null) return;
  part.hidden = false;

  const run = async () => {
    button.disabled = true;
    fault.hidden = true;
    const { passkey: ceremony, options = '' } = part.dataset;
    try {
      const credential = ceremony === 'create' ? await create(options) : await get(options);
      if (!(credential instanceof PublicKeyCredential)) throw new TypeError('no passkey');
      answer.value = JSON.stringify(credential.toJSON());
      // Without validation: the field for a code is empty.
      form.submit();
    } catch {
      // The person cancelled, the time is over, or no passkey is available.
      fault.hidden = false;
      button.disabled = false;
    }
  };
  button.addEventListener('click', () => void run());
}

const isSupported =
  'PublicKeyCredential' in window && 'parseRequestOptionsFromJSON' in PublicKeyCredential;
if (isSupported) {
  for (const part of document.querySelectorAll('[data-passkey]')) {
    if (part instanceof HTMLElement) prepare(part);
  }
}

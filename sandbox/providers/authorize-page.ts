/** A charge that its payer authenticates on a page of the card's bank. */
export interface Authentication {
  readonly id: string;
  readonly isOpen: boolean;
  /** Where the payer's browser returns to. */
  readonly returnUrl: string;
  readonly decide: (isApproved: boolean) => void;
}

interface Page {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Shows the page; its form decides, and returns to the merchant. */
export function authorizePage(
  method: string,
  form: URLSearchParams,
  { id, isOpen, returnUrl, decide }: Authentication,
): Page {
  if (method === 'POST' && isOpen) {
    decide(form.get('decision') === 'approve');
    return { status: 303, headers: { location: returnUrl }, body: '' };
  }
  const headers = { 'content-type': 'text/html; charset=utf-8' };
  const buttons = ['approve', 'decline'].map(
    (decision) => `<button name="decision" value="${decision}">${decision}</button>`,
  );
  const content = isOpen
    ? `<form method="post">${buttons.join('')}</form>`
    : '<p>It has ended.</p>';
  const body = `<!doctype html><title>3-D Secure</title><h1>${id}</h1>${content}`;
  return { status: isOpen ? 200 : 409, headers, body };
}

import { html, type Html } from '../../../../lib/html';
import { copyButton } from '../../../kit/parts';
import type { SignedInContext } from '../../frame/screen';

export const renderSecret = (
  context: SignedInContext,
  elementId: string,
  label: string,
  secret: string,
): Html => html`<div class="snippet"><pre id="${elementId}" tabindex="0">${secret}</pre>
${copyButton(context, elementId, label)}</div>`;

/** Only this response shows the complete key. */
export const renderNewKey = (
  context: SignedInContext,
  key: string,
  { label, hint }: { readonly label: string; readonly hint: string },
): Html => html`<p class="notice warn" role="status">${hint}</p>
${renderSecret(context, 'new-key', label, key)}`;

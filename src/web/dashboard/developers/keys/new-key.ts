import { html } from '../../../../lib/html';
import type { Html } from '../../../../lib/html';
import { copyButton } from '../../../kit/parts';
import type { SignedInContext } from '../../frame/screen';

/** A key in full, which no other page ever shows. */
export const renderNewKey = (
  context: SignedInContext,
  key: string,
  { label, hint }: { readonly label: string; readonly hint: string },
): Html => html`<p class="notice warn" role="status">${hint}</p>
<div class="snippet"><pre id="new-key" tabindex="0">${key}</pre>
${copyButton(context, 'new-key', label)}</div>`;

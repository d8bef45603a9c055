import { CopyButton, Notice } from '../../../pages/kit/parts';
import type { KeysTexts } from './texts';

export const renderSecret = (elementId: string, label: string, secret: string) => (
  <div class="snippet">
    <pre id={elementId} tabindex={0}>
      {secret}
    </pre>
    <CopyButton of={elementId} about={label} />
  </div>
);

/**
 * Leads to the documentation, whose samples then have the new key of this page. The script hands it
 * over in the session storage of the tab, never in the URL. Null for a live key. Hidden until the
 * script shows it.
 */
export const renderDocsLink = (key: string, t: Pick<KeysTexts, 'useInDocs'>) =>
  key.startsWith('sk_test_') ? (
    <a class="button" href="/docs/first-payment" data-docs="new-key" hidden>
      {t.useInDocs}
    </a>
  ) : null;

/** Only this response shows the complete key. */
export const renderNewKey = (
  key: string,
  { label, hint }: { readonly label: string; readonly hint: string },
) => (
  <>
    <Notice tone="warn" role="status" text={hint} />
    {renderSecret('new-key', label, key)}
  </>
);

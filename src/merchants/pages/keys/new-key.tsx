import { CopyButton, Notice } from '../../../pages/kit/parts';

export const renderSecret = (elementId: string, label: string, secret: string) => (
  <div class="snippet">
    <pre id={elementId} tabindex={0}>
      {secret}
    </pre>
    <CopyButton of={elementId} about={label} />
  </div>
);

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

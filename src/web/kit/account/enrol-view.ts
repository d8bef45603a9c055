import type { Enrolment } from '../../../application/accounts/enrol-factor';
import { Raw, html, type Html } from '../../../lib/html';
import { renderQrSvg } from '../../../lib/qr-image';
import { field, formFault } from '../form';
import { copyButton } from '../parts';
import type { PageContext, Refusal } from '../screen';
import { passkeyButton } from '../step-up/view';
import { securityTexts } from './security-texts';

const QR_PX = 288;

export function enrolView(
  context: PageContext,
  refusal: Refusal | null,
  asked: {
    readonly enrolment: Enrolment;
    readonly action: string;
    readonly kept: Html;
  },
): Html {
  const t = securityTexts[context.language];
  const { enrolment, action } = asked;
  const { secret, address, sealed, passkeyOptions: options } = enrolment;
  const kept = html`${asked.kept}<input type="hidden" name="enrolment" value="${sealed}">`;
  return html`${formFault(context, refusal, ['code'])}
<section class="stack" aria-labelledby="passkey">
  <div><h2 id="passkey">${t.passkey}</h2><p class="soft">${t.passkeyHint}</p></div>
  <form method="post" action="${action}" class="fields">${kept}
    ${passkeyButton(context, { ceremony: 'create', label: t.createPasskey, options })}</form>
</section>
<section class="stack" aria-labelledby="app">
  <div><h2 id="app">${t.app}</h2><p class="soft">${t.appHint}</p></div>
  <div class="code-image" role="img" aria-label="${t.qr}">${Raw({ html: renderQrSvg(address, QR_PX) })}</div>
  <p>${t.secret} <code id="secret" class="whole">${secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
    ${copyButton(context, 'secret', t.secret)}</p>
  <form method="post" action="${action}" class="fields">${kept}
    ${field(context, refusal, {
      name: 'code',
      label: t.code,
      hint: t.codeHint,
      autocomplete: 'one-time-code',
      lengthMax: 10,
      numeric: true,
    })}
    <div><button class="button strong">${t.addApp}</button></div></form>
</section>`;
}

/** Recovery codes are shown only in the response that creates them. */
export function codesView(context: PageContext, codes: readonly string[], nextPath: string): Html {
  const t = securityTexts[context.language];
  return html`<p>${t.codesHint}</p>
<pre id="codes" class="recovery-codes">${codes.join('\n')}</pre>
<div class="actions">${copyButton(context, 'codes', t.codes)}
  <a class="button strong" href="${nextPath}">${t.codesKept}</a></div>`;
}

import type { VNode } from 'preact';
import type { Enrolment } from '../../enrol-factor';
import { Raw } from '../../../platform/html';
import { renderQrSvg } from '../../../platform/images/qr-image';
import { Field, Form, FormFault, Submit } from '../../../pages/kit/form';
import { CopyButton, LinkButton } from '../../../pages/kit/parts';
import type { PageContext, Refusal } from '../../../pages/kit/screen';
import { passkeyButton } from '../../../pages/kit/step-up/view';
import { securityTexts } from './security-texts';

const QR_PX = 288;

export function enrolView(
  context: PageContext,
  refusal: Refusal | null,
  {
    enrolment,
    action,
    kept: more,
  }: {
    readonly enrolment: Enrolment;
    readonly action: string;
    readonly kept?: VNode;
  },
) {
  const t = securityTexts[context.language];
  const { secret, address, sealed, passkeyOptions: options } = enrolment;
  const kept = (
    <>
      {more}
      <input type="hidden" name="enrolment" value={sealed} />
    </>
  );
  return (
    <>
      <FormFault refusal={refusal} fields={['code']} />
      <section class="stack" aria-labelledby="passkey">
        <div>
          <h2 id="passkey">{t.passkey}</h2>
          <p class="soft">{t.passkeyHint}</p>
        </div>
        <Form action={action}>
          {kept}
          {passkeyButton(context, { ceremony: 'create', label: t.createPasskey, options })}
        </Form>
      </section>
      <section class="stack" aria-labelledby="app">
        <div>
          <h2 id="app">{t.app}</h2>
          <p class="soft">{t.appHint}</p>
        </div>
        <div class="code-image" role="img" aria-label={t.qr}>
          <Raw html={renderQrSvg(address, QR_PX)} />
        </div>
        <p>
          {t.secret}{' '}
          <code id="secret" class="whole">
            {secret.replace(/(.{4})(?=.)/g, '$1 ')}
          </code>{' '}
          <CopyButton of="secret" about={t.secret} />
        </p>
        <Form action={action}>
          {kept}
          <Field
            refusal={refusal}
            name="code"
            label={t.code}
            hint={t.codeHint}
            autocomplete="one-time-code"
            lengthMax={10}
            numeric
          />
          <Submit label={t.addApp} />
        </Form>
      </section>
    </>
  );
}

/** Recovery codes are shown only in the response that creates them. */
export function codesView(context: PageContext, codes: readonly string[], nextPath: string) {
  const t = securityTexts[context.language];
  return (
    <>
      <p>{t.codesHint}</p>
      <pre id="codes" class="recovery-codes">
        {codes.join('\n')}
      </pre>
      <div class="actions">
        <CopyButton of="codes" about={t.codes} />
        <LinkButton tone="strong" href={nextPath} label={t.codesKept} />
      </div>
    </>
  );
}

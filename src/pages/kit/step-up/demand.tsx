import { claimantOf, confirmAgain } from '../../../people/confirm-factor';
import { passkeyOptions } from '../../../people/passkeys';
import { parse } from '../../../contract/fields';
import { Problem } from '../../../kernel/rules/problem';
import { type StepUp, stepUpFor } from '../../../people/rules/second-factor';
import type { ApiDeps } from '../../../http/api-deps';
import type { Reply } from '../../../http/reply';
import { FORM_TOKEN } from '../form';
import { renderPublicPage } from '../layout';
import { isFormProblem, refusalOf, refusedReply } from '../refusal';
import { htmlReply } from '../reply';
import type { SignedInContext } from '../screen';
import { KEPT, openForm, sealForm } from './kept-form';
import { proofFields, proofIn } from './proof';
import { stepUpTexts } from './texts';
import { CODE, confirmScreen, CREDENTIAL, enrolFirstScreen } from './view';

type Demanded = { readonly form: URLSearchParams } | { readonly page: Reply };

/**
 * `stepUp` selects whether a recent second factor suffices or this request needs a proof. The page
 * that asks for it contains the submitted form, sealed, and submits it again with the proof. Throws
 * Problem `cross_site` when that page has expired.
 */
export async function demandStepUp(
  deps: ApiDeps,
  context: SignedInContext,
  stepUp: StepUp,
  sent: URLSearchParams,
): Promise<Demanded> {
  const { session, path, language } = context;
  const at = { sessionId: session.id, path };
  const sealed = sent.get(KEPT);
  const kept = sealed === null ? null : openForm(deps.vault, sealed, at);
  if (sealed !== null && kept === null) throw new Problem('cross_site');
  const form = kept ?? sent;
  const needed = stepUpFor(stepUp, session.factor, context.mode);
  if (needed === 'nothing') return { form };
  if (needed === 'enrol') {
    const page = renderPublicPage(context, enrolFirstScreen(context));
    return { page: htmlReply(page, language, 403) };
  }
  const isProved =
    kept !== null || [CODE, CREDENTIAL].some((name) => (sent.get(name) ?? '') !== '');
  if (!isProved) return { page: await confirmPage(deps, context, form, null) };
  try {
    const fields = parse(proofFields, Object.fromEntries(sent), 'invalid_request');
    const { isSettled } = await confirmAgain(deps, session, proofIn(fields), context);
    if (stepUp === 'settled_proof' && !isSettled) throw new Problem('new_factor');
    return { form };
  } catch (error) {
    if (!isFormProblem(error)) throw error;
    return { page: await confirmPage(deps, context, form, error) };
  }
}

/** 403, because nothing was done. */
async function confirmPage(
  deps: ApiDeps,
  context: SignedInContext,
  form: URLSearchParams,
  problem: Problem | null,
): Promise<Reply> {
  const { session, path, root, language } = context;
  const t = stepUpTexts[language];
  const fields = new URLSearchParams(form);
  for (const name of [FORM_TOKEN, CODE, CREDENTIAL]) fields.delete(name);
  const sealed = sealForm(deps.vault, fields, { sessionId: session.id, path });
  const refusal = problem === null ? null : refusalOf(problem, new URLSearchParams());
  const screen = confirmScreen(context, refusal, {
    title: t.title,
    hint: t.hint,
    action: path,
    kept: <input type="hidden" name={KEPT} value={sealed} />,
    options: await passkeyOptions(deps, claimantOf(session)),
    cancelPath: root,
    currentUrl: root,
  });
  const reply = htmlReply(renderPublicPage(context, screen), language, problem?.status ?? 403);
  return problem === null ? reply : refusedReply(reply, problem, null);
}

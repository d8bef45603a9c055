import { z } from 'zod';
import { html } from '../../../lib/html';
import { field, formFault } from '../form';
import type { PublicScreen, PageContext, Refusal } from '../screen';
import type { Around } from './context';
import { accountTexts } from './texts';

/** Anything but a path below `root` becomes `root`, so the parameter is no open redirect. */
export const nextWithin = (root: string) =>
  z
    .string()
    .regex(new RegExp(String.raw`^${root}(/[A-Za-z0-9/_-]*)?(\?[A-Za-z0-9=&%._~+-]*)?$`))
    .catch(root);

export function signInScreen(
  context: PageContext,
  refusal: Refusal | null,
  next: string,
  { above, below }: Around,
): PublicScreen {
  const t = accountTexts[context.language].signIn;
  const main = html`${above}${formFault(context, refusal, ['email'])}
<form method="post" action="${context.root}/sign-in" class="fields">
  <input type="hidden" name="next" value="${next}">
  ${field(context, refusal, {
    name: 'email',
    label: t.email,
    type: 'email',
    autocomplete: 'username',
    lengthMax: 254,
    autofocus: true,
  })}
  ${field(context, refusal, {
    name: 'password',
    label: t.password,
    type: 'password',
    autocomplete: 'current-password',
  })}
  <button class="button strong wide">${t.press}</button>
</form>${below}`;
  return { title: t.title, main };
}

import { z } from 'zod';
import { Field, Form } from '../../../pages/kit/form';
import type { PageContext, PublicScreen, Refusal } from '../../../pages/kit/screen';
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
  const main = (
    <>
      {above}
      <Form action={`${context.root}/sign-in`} refusal={refusal}>
        <input type="hidden" name="next" value={next} />
        <Field
          name="email"
          label={t.email}
          type="email"
          autocomplete="username"
          lengthMax={254}
          autofocus
        />
        <Field name="password" label={t.password} type="password" autocomplete="current-password" />
        <button class="button strong wide">{t.press}</button>
      </Form>
      {below}
    </>
  );
  return { title: t.title, main };
}

// The way from the sign-in or the second factor on to the page that was asked for.
import { Button } from './components/button.tsx';
import { KEPT_FIELD } from './forms.ts';
import type { Outcome } from './page.ts';
import type { Visit } from './visit.ts';

/**
 * Where a page on the way leads once it is done: to the page that was asked for, which is given the form that was kept. By a
 * form of its own, since a redirect that kept the method would send the password on.
 */
export function onwards(at: Visit, to: string, notice?: string): Outcome {
  if (at.kept === null) return at.go(to, notice);
  return {
    title: 'Back to your form',
    layout: 'sheet',
    body: (
      <>
        <h1>Back to your form</h1>
        <p>
          You are signed in. Your form comes back as you filled it in. It is submitted only when you submit
          it.
        </p>
        <form method="post" action={to} class="form" data-goes-on>
          <input type="hidden" name={KEPT_FIELD} value={at.kept} />
          <Button>Continue</Button>
        </form>
      </>
    ),
  };
}

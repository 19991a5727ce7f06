// Leads from the sign-in or the second factor to the requested page.
import { Button } from './components/button.tsx';
import { KEPT_FIELD } from './forms.ts';
import type { Outcome } from './page.ts';
import type { Visit } from './visit.ts';

/**
 * The result of a finished sign-in or second factor: the requested page, with the kept form if there is one.
 * That goes by a form of its own, because a redirect that keeps the method would send the password along.
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
        <BackToForm to={to} kept={at.kept} label="Continue" goesOn />
      </>
    ),
  };
}

/** Leads back to a form that was kept. @param goesOn whether the page's script does that by itself. */
export function BackToForm({
  to,
  kept,
  label,
  goesOn,
}: {
  to: string;
  kept: string;
  label: string;
  goesOn?: true;
}) {
  return (
    <form method="post" action={to} class="form" data-goes-on={goesOn}>
      <input type="hidden" name={KEPT_FIELD} value={kept} />
      <Button>{label}</Button>
    </form>
  );
}

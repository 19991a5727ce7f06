// Asks for a fresh proof before acts that a stolen session alone must not do. Signing in is one for ten minutes.
import { proveAgain } from '../domains/accounts/people/prove-again.ts';
import { isFresh } from '../domains/accounts/people/second-factor.ts';
import { invalidField } from '../kit/error.ts';
import { callersNetwork } from '../kit/network.ts';
import { TextField } from './components/fields.tsx';
import { type FormInput, PROOF_FIELD } from './forms.ts';
import type { Visit } from './visit.ts';
import { useVisit } from './visit-context.ts';
import type { Person } from './who.ts';

const LABELS = { password: 'Your password', code: 'Code from your authenticator app' };
const HINT = 'You signed in more than ten minutes ago, so this shows that it is you.';

/** The field for the proof of a form's person; nothing while the last one is fresh. */
export function ProofField({
  person,
  labels = LABELS,
  hint,
}: {
  person: Person;
  labels?: typeof LABELS;
  hint?: string;
}) {
  if (isFresh(person, useVisit().now)) return null;
  const more = hint === undefined ? {} : { hint };
  return person.hasFactor ? (
    <TextField
      name={PROOF_FIELD}
      label={labels.code}
      {...more}
      inputmode="numeric"
      autocomplete="one-time-code"
      maxlength={20}
      required
    />
  ) : (
    <TextField
      name={PROOF_FIELD}
      label={labels.password}
      {...more}
      type="password"
      autocomplete="current-password"
      required
    />
  );
}

/**
 * Takes the proof of a form, which holds for ten minutes in this session, whatever becomes of the form. Throws
 * validation_failed where it is asked for and not right, rate_limited.
 */
export async function requireProof(at: Visit, person: Person, form: FormInput): Promise<void> {
  if (isFresh(person, at.now)) return;
  const typed = form.raw(PROOF_FIELD);
  if (typed === '')
    throw invalidField(
      `/${PROOF_FIELD}`,
      person.hasFactor ? 'Enter a code from your app.' : 'Enter your password.',
      'wrong',
    );
  const ctx = at.system();
  const { id, email, session } = person;
  await proveAgain(ctx, { id, email, session, network: callersNetwork(at.request) }, typed);
  await at.commit(ctx);
  // The form may be shown again by this very request.
  person.provedAt = at.now;
}

/** The proof of one of a page's acts (`proves`), where it is one. */
export function Proof({ action }: { action: string }) {
  const at = useVisit();
  return at.proves.includes(action) && 'person' in at ? (
    <ProofField person={at.person as Person} hint={HINT} />
  ) : null;
}

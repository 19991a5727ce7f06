// Asks for a fresh proof before acts that a stolen session alone must not do. Signing in is one for ten minutes.
import { proveAgain } from '../domains/accounts/people/prove-again.ts';
import { isFresh } from '../domains/accounts/people/second-factor.ts';
import { invalidField } from '../kit/error.ts';
import { callersNetwork } from '../kit/network.ts';
import { CodeField, TextField } from './components/fields.tsx';
import { type FormInput, PROOF_FIELD } from './forms.ts';
import type { Visit } from './visit.ts';
import { useVisit } from './visit-context.ts';
import { type Person, whoVisits } from './who.ts';

interface ProofTexts {
  password: string;
  code: string;
  /** Why it is asked for. */
  why?: string;
}

const TEXTS: ProofTexts = {
  password: 'Your password',
  code: 'Code from your authenticator app, or a recovery code',
  why: 'You signed in more than ten minutes ago, so this shows that it is you.',
};

/** The field for the proof of a form's person; nothing while the last one is fresh. */
export function ProofField({ person, texts = TEXTS }: { person: Person; texts?: ProofTexts }) {
  if (isFresh(person, useVisit().now)) return null;
  const more = texts.why === undefined ? {} : { hint: texts.why };
  return person.hasFactor ? (
    <CodeField name={PROOF_FIELD} label={texts.code} {...more} />
  ) : (
    <TextField
      name={PROOF_FIELD}
      label={texts.password}
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
  try {
    await proveAgain(ctx, { id, email, session, network: callersNetwork(at.request) }, typed);
    await at.commit(ctx);
  } catch (error) {
    // A form that is sent twice at once spends its code once.
    const meanwhile = await whoVisits(at.env, at.request, '');
    if (!meanwhile || !isFresh(meanwhile.person, at.now)) throw error;
  }
  // The form may be shown again by this very request.
  person.provedAt = at.now;
}

/** The proof of one of a page's acts (`proves`), where it is one. */
export function Proof({ action }: { action: string }) {
  const at = useVisit();
  return at.proves.includes(action) && 'person' in at ? <ProofField person={at.person as Person} /> : null;
}

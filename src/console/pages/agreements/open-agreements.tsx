// What a creator accepts before something else: each agreement with its version and document, and one box for all of them.
import type { OpenAgreement } from '../../../domains/work/agreement-rules/agreement.ts';
import { invalidField } from '../../../kit/error.ts';
import { Checkbox } from '../../components/choices.tsx';
import { Hidden } from '../../components/form.tsx';
import type { FormInput } from '../../forms.ts';

export function OpenAgreements({
  agreements,
  brand,
}: {
  agreements: readonly OpenAgreement[];
  brand: string;
}) {
  if (agreements.length === 0) return null;
  return (
    <>
      <p>{brand} asks you to accept:</p>
      <ul class="brief-points">
        {agreements.map(({ title, description, url, version, fileName }) => (
          <li>
            {url === null ? (
              title
            ) : (
              <a href={url} target="_blank" rel="noopener">
                {title} (PDF)
              </a>
            )}
            <span class="quiet">
              {' '}
              version {version}, {fileName}
            </span>
            {description && `: ${description}`}
          </li>
        ))}
      </ul>
      <Hidden name="asks" value="1" />
      <Checkbox name="agree" label="I have read and accept these agreements" />
    </>
  );
}

/** Throws validation_failed while the box of a form with agreements is empty. */
export function requireAgreed(form: FormInput): void {
  if (form.text('asks') && !form.checked('agree'))
    throw invalidField('/agree', 'Read and accept the agreements first.');
}

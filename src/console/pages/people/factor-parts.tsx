// What the pages of second factors share: a person's own, and that of the staff.
import encodeQR from 'qr';
import type { ProvingPerson } from '../../../domains/accounts/people/second-factor.ts';
import { callersNetwork } from '../../../kit/network.ts';
import { Button } from '../../components/button.tsx';
import { CodeBlock } from '../../components/code.tsx';
import { TextField } from '../../components/fields.tsx';
import { Form } from '../../components/form.tsx';
import type { PersonVisit } from '../../visit.ts';

export const provingPerson = ({ person, request }: PersonVisit): ProvingPerson => ({
  id: person.id,
  email: person.email,
  session: person.session,
  network: callersNetwork(request),
});

/** The secret that was begun, and the form for its first code. */
export function FirstCode({ secret, link }: { secret: string; link: string }) {
  return (
    <>
      <p>
        Scan this with your authenticator app, or <a href={link}>open it there</a> if the app is on this
        device. Then enter the code that it shows.
      </p>
      <div
        class="qr"
        role="img"
        aria-label="QR code for your authenticator app"
        // A drawing alone: the library puts no text into it.
        dangerouslySetInnerHTML={{ __html: encodeQR(link, 'svg') }}
      />
      <p>Or enter this secret by hand:</p>
      <div class="secret" role="note">
        <CodeBlock label="secret" text={secret.replace(/(.{4})(?=.)/g, '$1 ')} />
        <p class="notice-text">It is shown for 15 minutes, and never again.</p>
      </div>
      <Form action="confirm">
        <TextField
          name="code"
          label="Code"
          inputmode="numeric"
          autocomplete="one-time-code"
          maxlength={20}
          required
        />
        <Button>Confirm</Button>
      </Form>
    </>
  );
}

/** New recovery codes, which are shown only this once. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  return (
    <div class="secret" role="note">
      <p class="notice-title">Save your recovery codes now. They are not shown again.</p>
      <p class="notice-text">
        Each of them works once in place of a code, should you lose your phone. Keep them apart from it: in a
        password manager, or on paper.
      </p>
      <CodeBlock label="recovery codes" text={codes.join('\n')} />
    </div>
  );
}

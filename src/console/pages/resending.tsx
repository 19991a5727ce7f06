// How often an invitation was sent, and the button that resends it.
import type { ResendRefusal } from '../../domains/accounts/mails/interface.ts';
import { Button, RefusedButton } from '../components/button.tsx';
import { Form } from '../components/form.tsx';
import { Time } from '../format.tsx';

export interface SentSoFar {
  sentCount: number;
  lastSentAt: string | null;
  refusal: ResendRefusal | null;
  resendAt: string | null;
}

const WORDS: Record<ResendRefusal, string> = {
  mail_returned: 'The last email came back.',
  resent_twice: 'Resent twice in 7 days, which is the limit.',
  sent_twice_today: 'Sent twice within a day, which is the limit.',
  daily_limit: 'Your account has sent all invitations that it may in a day.',
};

/** How often and when: `2 times, last 3 h ago`. */
export function Sent({ sentCount, lastSentAt }: SentSoFar) {
  if (sentCount === 0 || lastSentAt === null) return <>Not yet</>;
  return (
    <>
      {sentCount === 1 ? 'Once' : `${sentCount} times, last`} <Time at={lastSentAt} exact />
    </>
  );
}

/** Why it cannot be resent now, and from when on it can; nothing while it can. */
export function WhyNotNow({ refusal, resendAt }: SentSoFar) {
  if (refusal === null) return null;
  return (
    <span class="quiet">
      {WORDS[refusal]}
      {resendAt !== null && (
        <>
          {' '}
          Available again <Time at={resendAt} exact />.
        </>
      )}
    </span>
  );
}

/**
 * The button, and beside it why the reader may not act.
 * @param refused null if they may.
 * @param id distinguishes the invitations of a list.
 * @param of what only screen readers say after the label.
 */
export function Resend({
  sent: { sentCount, refusal },
  refused,
  id,
  of,
  small = false,
}: {
  sent: SentSoFar;
  refused: string | null;
  id?: string;
  of?: string;
  small?: boolean;
}) {
  const label = sentCount === 0 ? 'Send invitation email' : 'Resend invitation';
  const looks = { look: 'secondary' as const, small, ...(of ? { of } : {}) };
  if (refused !== null)
    return (
      <RefusedButton why={refused} {...looks}>
        {label}
      </RefusedButton>
    );
  if (refusal !== null)
    return (
      <Button disabled {...looks}>
        {label}
      </Button>
    );
  return (
    <Form action="resend" inline seen={sentCount} {...(id ? { id } : {})}>
      <Button {...looks}>{label}</Button>
    </Form>
  );
}

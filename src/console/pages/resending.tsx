// How often an invitation was sent, and the button that resends it.
import type { ResendRefusal } from '../../domains/accounts/mails/interface.ts';
import { Button } from '../components/button.tsx';
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

/**
 * @param refused why the reader may not act; null if they may.
 * @param id distinguishes the invitations of a list.
 * @param of what only screen readers say after the label.
 */
export function Resend({
  sent,
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
  const { sentCount, refusal, resendAt } = sent;
  const label = sentCount === 0 ? 'Send invitation' : 'Resend invitation';
  const looks = { look: 'secondary' as const, small, ...(of ? { of } : {}) };
  if (refused === null && refusal === null)
    return (
      <Form action="resend" inline seen={sentCount} {...(id ? { id } : {})}>
        <Button {...looks}>{label}</Button>
      </Form>
    );
  return (
    <span class="refused">
      <Button disabled {...looks}>
        {label}
      </Button>
      <span class="quiet">
        {refused ?? WORDS[refusal!]}
        {refused === null && resendAt !== null && (
          <>
            {' '}
            You can resend it from <Time at={resendAt} exact />.
          </>
        )}
      </span>
    </span>
  );
}

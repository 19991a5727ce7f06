// The first steps of an account, until all of them are done.
import type { Account } from '../../../domains/accounts/accounts/account.ts';
import type { Program } from '../../../domains/work/program-terms/program.ts';
import { Card } from '../../components/card.tsx';
import { Icon } from '../../components/icon.tsx';
import { writesAsAccount, writesAsOwnAccount } from '../../rights.ts';
import type { PlaceVisit } from '../../visit.ts';

interface Step {
  done: boolean;
  title: string;
  text: string;
  /** Null where the reader may not take it. */
  href: string | null;
}

interface Standing {
  at: PlaceVisit;
  account: Account;
  /** The account's newest program. */
  newest: Program | undefined;
  /** Whether any program is live. */
  isLive: boolean;
  /** Whether anybody was invited to a program, or applied. */
  invited: boolean;
  seesMoney: boolean;
}

function stepsFor({ at, account, newest, isLive, invited, seesMoney }: Standing): Step[] {
  const creates = writesAsAccount(at.place);
  const draft = newest?.status === 'draft' ? newest : undefined;
  const invites = newest?.status === 'live' ? `/creators/new?program=${newest.id}` : '/creators/new';
  return [
    {
      done: newest !== undefined,
      title: 'Create your first program',
      text: 'Set the brief and creator pay.',
      href: creates ? at.to('/programs/new') : null,
    },
    {
      done: isLive || (newest !== undefined && newest.status !== 'draft'),
      title: 'Publish your program',
      text: draft
        ? `${draft.name} is a draft. Preview it, then publish it.`
        : 'Creators see it once it is live.',
      href: creates && draft ? at.to(`/programs/${draft.id}`) : null,
    },
    ...(seesMoney && at.place.type === 'brand'
      ? [
          {
            done: account.paymentMethod !== null,
            title: 'Add a payment method',
            text: 'Approved payments are billed once a day.',
            href: at.to('/billing'),
          },
        ]
      : []),
    {
      done: invited,
      title: 'Invite creators',
      text: 'Invite creators by email. Programs that are shown to every creator also get applications.',
      href: creates ? at.to(invites) : null,
    },
  ];
}

export function Checklist(standing: Standing) {
  const { at } = standing;
  const steps = stepsFor(standing);
  if (steps.every(({ done }) => done)) return null;
  return (
    <Card title="Get started">
      <ol class="first-steps">
        {steps.map(({ done, title, text, href }) => (
          <li class={done ? 'step done' : 'step'}>
            <span class="step-mark">
              {done && (
                <>
                  <Icon name="check" size={16} />
                  <span class="only-heard">Done</span>
                </>
              )}
            </span>
            <span>
              {done || href === null ? title : <a href={href}>{title}</a>}
              {!done && <span class="quiet step-text">{text}</span>}
            </span>
          </li>
        ))}
      </ol>
      {writesAsOwnAccount(at.place) && (
        <p class="quiet">
          Connecting your own systems? <a href={at.to('/keys/new')}>Create an API key</a> and receive events
          by webhook.
        </p>
      )}
    </Card>
  );
}

// The first steps of an account without programs.
import type { Account } from '../../../domains/accounts/accounts/account.ts';
import { Card } from '../../components/card.tsx';
import { Icon } from '../../components/icon.tsx';
import { writesAsAccount } from '../../rights.ts';
import type { PlaceVisit } from '../../visit.ts';

export function Checklist({
  at,
  account,
  seesMoney,
}: {
  at: PlaceVisit;
  account: Account;
  seesMoney: boolean;
}) {
  const creates = writesAsAccount(at.place);
  const items = [
    {
      done: false,
      title: 'Create your first program',
      text: 'Set the brief and creator pay.',
      href: creates ? at.to('/programs/new') : null,
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
      done: (account.creators?.count ?? 0) > 0,
      title: 'Add creators',
      text: 'Invite creators you know, or list the program in the marketplace.',
      href: creates ? at.to('/creators/new') : null,
    },
  ];
  return (
    <Card title="Get started">
      <ol class="checklist">
        {items.map(({ done, title, text, href }) => (
          <li class={done ? 'step done' : 'step'}>
            <span class="step-mark">{done && <Icon name="check" size={16} />}</span>
            <span>
              {done || href === null ? title : <a href={href}>{title}</a>}
              <span class="quiet step-text">{text}</span>
            </span>
          </li>
        ))}
      </ol>
    </Card>
  );
}

// Where a person may go.
import type { Place } from '../../../auth/person.ts';
import { ButtonLink } from '../../components/button.tsx';
import { Avatar, Badge, Card, PageHead } from '../../components/card.tsx';
import { EmptyState } from '../../components/notice.tsx';
import { words } from '../../format.tsx';
import { personPage } from '../../page.ts';

export const choosePage = personPage({
  path: '/app',
  show: (at) => ({
    title: 'Your places',
    layout: 'wide',
    body: (
      <>
        <PageHead title="Where do you want to go?">
          Accounts that you are a member of, and creator profiles that are yours.
        </PageHead>
        {at.places.length === 0 ? (
          <Card>
            <EmptyState
              title="You are a member of no account"
              icon="people"
              action={<ButtonLink href="/claims">See records with your address</ButtonLink>}
            >
              Ask an owner of your account to invite {at.person.email}, or take over a creator record that has
              your address.
            </EmptyState>
          </Card>
        ) : (
          <ul class="choose">
            {at.places.map((place) => (
              <li>
                <PlaceLink place={place} />
              </li>
            ))}
          </ul>
        )}
      </>
    ),
  }),
});

function PlaceLink({ place }: { place: Place }) {
  return (
    <a class="place" href={`/app/${place.id}/`}>
      <Avatar name={place.name} />
      <span class="place-words">
        <span class="place-name">{place.name}</span>
        <span class="quiet">
          {place.role === null ? 'Creator profile' : `${words(place.type)}, ${place.role}`}
        </span>
      </span>
      {place.status === 'ended' && <Badge>Ended</Badge>}
    </a>
  );
}

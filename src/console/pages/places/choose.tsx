// The choice between a person's workspaces.
import type { Place } from '../../../auth/person.ts';
import { isId } from '../../../kit/ids.ts';
import { Button, ButtonLink } from '../../components/button.tsx';
import { Avatar, Badge, Card, PageHead } from '../../components/card.tsx';
import { Form } from '../../components/form.tsx';
import { EmptyState } from '../../components/notice.tsx';
import { Pager } from '../../components/table.tsx';
import { words } from '../../format.tsx';
import { PersonNotes } from '../../layouts/place-frame.tsx';
import { likePath } from '../../navigation.ts';
import { personPage } from '../../page.ts';
import type { PersonVisit } from '../../visit.ts';

/** From so many workspaces on they are searched by name. */
const SEARCHED_FROM = 8;

export const choosePage = personPage({
  path: '/app',
  show: async (at) => {
    if (at.query('part') !== undefined)
      return { title: 'Workspaces', part: true, body: <Places at={at} searched={placesNamed(at)} /> };
    const { listInvitations } = await import('../../../domains/accounts/team/accept-invitation.ts');
    const { items: invitations, nextCursor } = await listInvitations(
      at.system(),
      at.person.email,
      at.query('cursor'),
    );
    const [only, another] = at.places;
    const nothingElse = another === undefined && invitations.length === 0 && at.person.staff === null;
    // Right after signing in, nobody is asked to choose from one.
    if (at.query('only') !== undefined && only && nothingElse)
      return at.go(`/app/${only.id}${programFor(at, only) ?? ''}`);
    const sought = Object.entries(at.given('from', 'program'));
    return {
      title: 'Workspaces',
      layout: 'wide',
      body: (
        <>
          <PageHead title="Choose a workspace">Your accounts and creator profiles.</PageHead>
          <PersonNotes at={at} profile="/app/you" />
          {invitations.map(({ id, accountName, byName, role }) => (
            <Card title={`Join ${accountName}`}>
              <p>
                {byName} invites you to join {accountName} as {words(role).toLowerCase()}.
              </p>
              <Form action="join" id={id}>
                <Button>Join {accountName}</Button>
              </Form>
            </Card>
          ))}
          <Pager next={nextCursor} />
          {at.person.staff !== null && (
            <ul class="choose">
              <li>
                <a class="place" href="/staff">
                  <Avatar name={at.vars.SERVICE_NAME} />
                  <span class="place-words">
                    <span class="place-name">{at.vars.SERVICE_NAME}</span>
                    <span class="quiet">Staff</span>
                  </span>
                </a>
              </li>
            </ul>
          )}
          {at.places.length + invitations.length === 0 && at.person.staff === null && (
            <Card>
              <EmptyState
                title="You are not a member of any account"
                icon="people"
                action={<ButtonLink href="/claims">Claim your profile</ButtonLink>}
              >
                Ask an owner of your account to invite {at.person.email}, or claim a creator profile that was
                created for your address.
              </EmptyState>
            </Card>
          )}
          {at.places.length >= SEARCHED_FROM && (
            <form method="get" action="/app" class="filters-plain" aria-label="Find a workspace">
              {sought.map(([name, value]) => (
                <input type="hidden" name={name} value={value} />
              ))}
              <input
                class="input"
                type="search"
                name="q"
                value={at.query('q')}
                aria-label="Name of the workspace"
                placeholder="Name"
              />
              <Button look="secondary">Find</Button>
            </form>
          )}
          <Places at={at} searched={placesNamed(at)} />
          <p>
            <a href="/app/you">Your name, password and sessions</a>
          </p>
        </>
      ),
    };
  },
  actions: {
    join: async (at, form) => {
      const { acceptShownInvitation } = await import('../../../domains/accounts/team/accept-invitation.ts');
      const ctx = at.system();
      const { accountId } = await acceptShownInvitation(ctx, at.person, form.text('_id'), at.request);
      await at.commit(ctx);
      return at.go(`/app/${accountId}`, 'Welcome to the team.');
    },
  },
});

function placesNamed(at: PersonVisit): readonly Place[] {
  const words = at.query('q')?.toLowerCase() ?? '';
  return at.places.filter(({ name }) => name.toLowerCase().includes(words));
}

/** The program that a creator comes to apply to (`program`), for the workspaces that can. */
function programFor(at: PersonVisit, { type }: Place): string | null {
  const id = at.query('program') ?? '';
  return type === 'creator' && isId(id, ['program']) ? `/programs/${id}` : null;
}

/** Each leads to the page that is like the one that the person comes from. */
function Places({ at, searched }: { at: PersonVisit; searched: readonly Place[] }) {
  if (at.places.length === 0) return null;
  if (searched.length === 0) return <p class="quiet">No workspace has this name.</p>;
  return (
    <ul class="choose">
      {searched.map((place) => (
        <li>
          <PlaceLink place={place} path={programFor(at, place) ?? likePath(place, at.query('from') ?? '/')} />
        </li>
      ))}
    </ul>
  );
}

function PlaceLink({ place, path }: { place: Place; path: string }) {
  return (
    <a class="place" href={`/app/${place.id}${path}`}>
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

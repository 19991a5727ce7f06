// One creator as an account sees it: who it is, what both sides said, and what they do together.
import type { Creator } from '../../../domains/work/creators/creator-record.ts';
import type { Program } from '../../../domains/work/program-terms/program.ts';
import { AppError } from '../../../kit/error.ts';
import { Button, ButtonLink, Buttons } from '../../components/button.tsx';
import { Card, Facts, PageHead } from '../../components/card.tsx';
import { Choices } from '../../components/choices.tsx';
import { Confirm } from '../../components/dialog.tsx';
import { TextArea, TextField } from '../../components/fields.tsx';
import { Form, Hidden } from '../../components/form.tsx';
import { Time, words } from '../../format.tsx';
import { placePage } from '../../page.ts';
import { whyNot, writesAsAccount } from '../../rights.ts';
import type { PlaceVisit } from '../../visit.ts';
import { part, Unread } from '../part.tsx';
import { State } from '../places/states.tsx';
import { ProgramChoice } from '../program-choice.tsx';
import { TagsField, tagsOf } from '../tags-field.tsx';
import { newestOnly, type WholeList, wholeList } from '../whole-list.ts';
import { Parts, partsOf } from './creator-parts.tsx';
import { agreedWords, missing, ROSTER_NAMES, WRITES_NONE } from './creator-words.ts';
import { History } from './history.tsx';
import { InvitationCard, invitationOf } from './invitation-card.tsx';
import { isFrom, MOVES } from './moves.ts';
import { Profile, profileIn } from './profile.tsx';

const idIn = (at: PlaceVisit) => at.params.creator ?? '';

export const creatorPage = placePage({
  path: '/creators/:creator',
  show: async (at) => {
    if (at.place.type === 'creator') throw new AppError('permission_denied', 'Only accounts have a roster.');
    const mayWrite = writesAsAccount(at.place);
    const id = idIn(at);
    const represents = mayWrite && at.place.type === 'partner';
    const [one, relationships, programs, clients, invitation, parts] = await Promise.all([
      at.run('GET /v1/creators/:id', { params: { id } }),
      part(at, at.run('GET /v1/relationships', { query: { creator: id, limit: '1' } })),
      mayWrite ? part(at, wholeList(at, 'GET /v1/programs', { status: 'live' })) : null,
      represents ? part(at, wholeList(at, 'GET /v1/brands', { status: 'active' })) : null,
      invitationOf(at, id),
      partsOf(at, id),
    ]);
    return {
      title: one.name,
      body: (
        <>
          <PageHead
            title={one.name}
            back={{ href: at.to('/creators'), label: 'Creators' }}
            action={
              one.chatAvailable && (
                <ButtonLink look="secondary" href={at.to(`/messages/new?with=${id}`)}>
                  Send message
                </ButtonLink>
              )
            }
          >
            {one.handle && `@${one.handle}`}
          </PageHead>
          <Card title="Relationship">
            {relationships === null ? (
              <Unread at={at} title="Relationship" />
            ) : (
              <Facts
                facts={[
                  ['Status', one.status && <State status={one.status} own={ROSTER_NAMES} />],
                  ['Agreed', agreedWords(one)],
                  ['Missing', missing(one).join(', ')],
                  ...relationships.items.flatMap((said) => [
                    ['You agreed', said.accountAgreedAt && <Time at={said.accountAgreedAt} exact />] as const,
                    [
                      'Creator agreed',
                      said.creatorAgreedAt && <Time at={said.creatorAgreedAt} exact />,
                    ] as const,
                    ...(said.endedBy === null
                      ? []
                      : [['Ended by', said.endedBy === 'account' ? 'You' : 'The creator'] as const]),
                  ]),
                  ['Relationship', one.relationship && words(one.relationship)],
                ]}
              />
            )}
            {mayWrite ? (
              <Buttons>
                <StatusForms one={one} />
              </Buttons>
            ) : (
              <p class="quiet">{whyNot(WRITES_NONE)(at)}</p>
            )}
          </Card>
          <InvitationCard at={at} email={one.email} invitation={invitation} />
          {mayWrite && mayBeInvited(one) && <Invite at={at} one={one} programs={programs} />}
          <Parts at={at} one={one} parts={parts} />
          <Profile at={at} one={one} />
          {represents && one.status !== null && <Representation at={at} one={one} clients={clients} />}
          <Notes one={one} mayWrite={mayWrite} />
          <History at={at} relationships={relationships?.items ?? null} parts={parts} />
        </>
      ),
    };
  },
  actions: {
    status: async (at, form) => {
      const move = MOVES.find(({ to }) => to === form.text('_id'));
      if (!move) throw new AppError('invalid_request', 'A creator has no such status.');
      const body = { status: move.to, version: form.version };
      await at.run('PATCH /v1/creators/:id', { params: { id: idIn(at) }, body });
      return at.go(at.url.pathname, 'Saved.');
    },
    resend: async (at, form) => {
      const body = { sentCount: Number(form.seen) };
      await at.run('POST /v1/creators/:id/invitation', { params: { id: idIn(at) }, body });
      return at.go(at.url.pathname, 'The invitation is on its way.');
    },
    edit: async (at, form) => {
      const body = { tags: tagsOf(form), notes: form.orNull('notes'), version: form.version };
      await at.run('PATCH /v1/creators/:id', { params: { id: idIn(at) }, body });
      return at.go(at.url.pathname, 'Saved.');
    },
    profile: async (at, form) => {
      const body = { ...profileIn(form), version: form.version };
      await at.run('PATCH /v1/creators/:id', { params: { id: idIn(at) }, body });
      return at.go(at.url.pathname, 'Saved.');
    },
    represent: async (at, form) => {
      const percent = form.text('takeRate.percent');
      const body = {
        takeRate: percent === '' ? null : { percent: Number(percent) },
        brands: form.all('brands'),
        version: form.version,
      };
      await at.run('PATCH /v1/creators/:id', { params: { id: idIn(at) }, body });
      return at.go(at.url.pathname, 'Saved.');
    },
    invite: async (at, form) => {
      const { status } = await at.run('POST /v1/applications', {
        body: { creator: idIn(at), program: form.text('program') },
      });
      const said = status === 'approved' ? 'The creator is in the program.' : 'Invitation sent.';
      return at.go(at.url.pathname, said);
    },
  },
});

/** Creators of the network as well, who answer for themselves. */
const mayBeInvited = ({ status, visibility }: Creator): boolean =>
  status === 'live' || ((status === null || status === 'removed') && visibility === 'network');

function Invite({
  at,
  one,
  programs,
}: {
  at: PlaceVisit;
  one: Creator;
  programs: WholeList<Program> | null;
}) {
  const open = programs?.items.filter(({ id }) => !one.programs.includes(id));
  return (
    <Card title="Invite to a program">
      {!open && <Unread at={at} title="Programs" />}
      {open?.length === 0 && (
        <>
          <p>You have no live program that the creator is not in.</p>
          <ButtonLink look="secondary" href={at.to('/programs')}>
            Open programs
          </ButtonLink>
        </>
      )}
      {programs && open && open.length > 0 && (
        <Form action="invite">
          <ProgramChoice
            programs={{ ...programs, items: open }}
            hint={
              one.status === 'live'
                ? 'Live programs that the creator is not in.'
                : 'The creator joins your roster by accepting.'
            }
          />
          <Button>Send invitation</Button>
        </Form>
      )}
    </Card>
  );
}

function StatusForms({ one }: { one: Creator }) {
  return (
    <>
      {MOVES.filter((move) => isFrom(move, one.status)).map(({ to, label, about, asks }) =>
        asks === undefined ? (
          <Form action="status" id={to} inline seen={one.version}>
            <Button>{label}</Button>
          </Form>
        ) : (
          <Confirm
            action="status"
            id={to}
            label={label}
            title={`${label}: ${one.name}?`}
            confirm={label}
            seen={one.version}
            look={asks}
          >
            <p>{about}</p>
          </Confirm>
        ),
      )}
    </>
  );
}

/** What an agency agreed on with a creator: its share, and for which of its clients the creator works. */
function Representation({
  at,
  one,
  clients,
}: {
  at: PlaceVisit;
  one: Creator;
  clients: WholeList<{ id: string; name: string }> | null;
}) {
  // What is beyond the list stays as it is.
  const unlisted = one.brands.filter((brand) => !clients?.items.some(({ id }) => id === brand));
  return (
    <Card title="Representation">
      {clients === null ? (
        <Unread at={at} title="Clients" />
      ) : (
        <Form action="represent" seen={one.version} has={['takeRate.percent', 'brands']}>
          <TextField
            name="takeRate.percent"
            label="Take rate"
            inputmode="decimal"
            value={one.takeRate?.custom ? String(one.takeRate.percent) : null}
            hint="Your share of the creator's pay in percent, at most 20. Leave it empty for your default."
          />
          <Choices
            kind="checkbox"
            many
            name="brands"
            label="Client brands"
            chosen={one.brands}
            options={clients.items.map(({ id, name }) => ({ value: id, label: name }))}
          />
          {clients.more && (
            <>
              <p class="quiet">{newestOnly(clients)}</p>
              {unlisted.map((id) => (
                <Hidden name="brands" value={id} />
              ))}
            </>
          )}
          <Button>Save representation</Button>
        </Form>
      )}
    </Card>
  );
}

/** The account's own words, which a creator never sees. */
function Notes({ one: { status, tags, notes, version }, mayWrite }: { one: Creator; mayWrite: boolean }) {
  if (status === null) return null;
  return (
    <Card title="Tags and notes">
      {mayWrite ? (
        <Form action="edit" seen={version} has={['tags', 'notes']}>
          <TagsField tags={tags} />
          <TextArea
            name="notes"
            label="Notes"
            value={notes}
            maxlength={10_000}
            hint="Only your team sees them."
          />
          <Button>Save changes</Button>
        </Form>
      ) : (
        <Facts
          facts={[
            ['Tags', tags.join(', ')],
            ['Notes', notes],
          ]}
        />
      )}
    </Card>
  );
}

// One program: for its account what it says, how it goes and what can be done with it; for a creator what it asks
// and pays.
import { agreementOperations } from '../../../domains/work/agreements/operations.ts';
import type { Program } from '../../../domains/work/program-terms/program.ts';
import { Button, ButtonLink, Buttons } from '../../components/button.tsx';
import { Card, Cards, Facts, PageHead, Stat, Tabs } from '../../components/card.tsx';
import { Code } from '../../components/code.tsx';
import { Confirm } from '../../components/dialog.tsx';
import { Form } from '../../components/form.tsx';
import { count, money, Time } from '../../format.tsx';
import type { FormInput } from '../../forms.ts';
import { type Outcome, placePage } from '../../page.ts';
import { writesAsAccount } from '../../rights.ts';
import type { PlaceVisit } from '../../visit.ts';
import { part, Unread } from '../part.tsx';
import { State } from '../places/states.tsx';
import { wholeList } from '../whole-list.ts';
import { duplicate } from './duplicate.ts';
import { Earns, ForCreators } from './for-creators.tsx';
import { conversionNames, NO_NAMES } from './pay-words.tsx';
import { MEMBERSHIP, programForCreator } from './program-for-creator.tsx';
import { publicPath } from './public-program.tsx';

const idOf = (at: PlaceVisit) => ({ id: at.params.program! });
const there = (at: PlaceVisit, id = idOf(at).id) => at.to(`/programs/${id}`);

const SAID = {
  live: 'Program published. Next: invite creators.',
  paused: 'Program paused.',
  archived: 'Program archived.',
} as const;

async function change(at: PlaceVisit, form: FormInput, status: keyof typeof SAID): Promise<Outcome> {
  const body = { status, version: form.version };
  await at.run('PATCH /v1/programs/:id', { params: idOf(at), body });
  return at.go(there(at), SAID[status]);
}

export const programPage = placePage({
  path: '/programs/:program',
  show: async (at) => (at.place.type === 'creator' ? await programForCreator(at) : await forAccount(at)),
  actions: {
    ...MEMBERSHIP,
    publish: (at, form) => change(at, form, 'live'),
    pause: (at, form) => change(at, form, 'paused'),
    archive: (at, form) => change(at, form, 'archived'),
    duplicate: async (at) => {
      const one = await at.run('GET /v1/programs/:id', { params: idOf(at) });
      const { id, leftOut } = await duplicate(at, one);
      if (leftOut.length === 0) return at.go(there(at, id), 'Draft created.');
      return at.go(
        there(at, id),
        `Draft created, without what was archived since: ${leftOut.join(', ')}. Check it before you publish it.`,
      );
    },
  },
});

async function forAccount(at: PlaceVisit): Promise<Outcome> {
  const preview = at.query('view') === 'creator';
  const [program, conversions, accepted] = await Promise.all([
    at.run('GET /v1/programs/:id', { params: idOf(at) }),
    // A creator cannot read their names.
    preview ? { items: [] } : wholeList(at, 'GET /v1/conversions'),
    preview ? null : part(at, at.run(agreementOperations.listAgreementsOfProgram, { params: idOf(at) })),
  ]);
  const nameOf = conversionNames(conversions.items);
  const changes = writesAsAccount(at.place);
  const edits = changes && program.status !== 'archived';
  return {
    title: program.name,
    body: (
      <>
        <PageHead
          title={program.name}
          back={{ href: at.to('/programs'), label: 'Programs' }}
          action={edits && <MainActs at={at} program={program} />}
        >
          {ABOUT[program.status]}
        </PageHead>
        <Tabs
          label="Views of the program"
          tabs={[
            { href: there(at), label: 'Program', current: !preview },
            { href: `${there(at)}?view=creator`, label: 'As a creator sees it', current: preview },
          ]}
        />
        {preview ? (
          <ForCreators program={program} nameOf={NO_NAMES} />
        ) : (
          <>
            <Numbers at={at} program={program} />
            <Earns pay={program.pay} nameOf={nameOf} />
            <Card>
              <Facts
                facts={[
                  ['Status', <State status={program.status} />],
                  ['Content type', program.type === 'organic' ? 'Organic' : 'Paid ads'],
                  ['Shown to', program.visibility === 'network' ? 'Every creator' : 'Invited creators'],
                  ['Public page', <PublicPage program={program} />],
                  ['Budget', budgetOf(program)],
                  ['Agreements', <Agreements at={at} accepted={accepted?.agreements} />],
                  ['Created', <Time at={program.createdAt} />],
                  ['Last change', <Time at={program.updatedAt} />],
                  ['ID', <Code>{program.id}</Code>],
                ]}
              />
            </Card>
            {changes && <Acts program={program} />}
          </>
        )}
      </>
    ),
  };
}

/** What creators accept for the program: what it names, and what the account asks of all creators. */
function Agreements({
  at,
  accepted,
}: {
  at: PlaceVisit;
  /** Undefined when they could not be read. */
  accepted: readonly { id: string; title: string }[] | undefined;
}) {
  if (accepted === undefined) return <Unread at={at} title="Agreements" />;
  if (accepted.length === 0) return 'None';
  return accepted.map(({ id, title }, index) => (
    <>
      {index > 0 && ', '}
      <a href={at.to(`/agreements/${id}`)}>{title}</a>
    </>
  ));
}

function PublicPage({ program: { id, status, visibility, publicPage } }: { program: Program }) {
  if (!publicPage) return <>Off</>;
  if (status !== 'live') return <>On, once the program is live</>;
  if (visibility !== 'network') return <>On, once it is shown to every creator</>;
  return <a href={publicPath(id)}>{publicPath(id)}</a>;
}

const ABOUT: Readonly<Record<Program['status'], string>> = {
  draft: 'Only your account sees a draft.',
  live: 'Creators can join and submit videos.',
  paused: 'Nothing is submitted and nobody joins while it is paused. What was earned is paid.',
  archived: 'It is over, and can no longer be changed.',
};

function budgetOf({ limits: { budget }, pay: { currency } }: Program): string {
  return budget === null ? 'No limit' : money(budget, currency);
}

function Numbers({ at, program: { id, stats, pay } }: { at: PlaceVisit; program: Program }) {
  if (!stats) return null;
  return (
    <Cards>
      <Stat
        label="Creators"
        value={count(stats.creators)}
        hint="with an approved application"
        href={at.to(`/creators?program=${id}`)}
      />
      <Stat
        label="Applications"
        value={count(stats.applications)}
        hint="and invitations"
        href={at.to(`/applications?program=${id}`)}
      />
      <Stat label="Submissions" value={count(stats.submissions)} href={at.to(`/submissions?program=${id}`)} />
      {stats.spend !== null && (
        <Stat
          label="Spent"
          value={money(stats.spend, pay.currency)}
          hint="paid or to be paid"
          href={at.to(`/payments?program=${id}`)}
        />
      )}
    </Cards>
  );
}

/** The next step of a program comes first. */
function MainActs({ at, program: { id, status, version } }: { at: PlaceVisit; program: Program }) {
  return (
    <Buttons>
      {status === 'live' ? (
        <ButtonLink href={at.to(`/creators/new?program=${id}`)} icon="plus">
          Invite creator
        </ButtonLink>
      ) : (
        <Form action="publish" seen={version} inline>
          <Button>{status === 'draft' ? 'Publish program' : 'Resume program'}</Button>
        </Form>
      )}
      <ButtonLink look="secondary" href={`${there(at)}/edit`}>
        Edit program
      </ButtonLink>
    </Buttons>
  );
}

function Acts({ program: { name, status, version } }: { program: Program }) {
  return (
    <Card title="Actions">
      <Buttons>
        {status === 'live' && (
          <Form action="pause" seen={version} inline>
            <Button look="secondary">Pause program</Button>
          </Form>
        )}
        <Form action="duplicate" inline>
          <Button look="secondary">Duplicate program</Button>
        </Form>
        {status !== 'archived' && (
          <Confirm
            action="archive"
            seen={version}
            label="Archive program"
            title={`Archive ${name}?`}
            confirm="Archive program"
          >
            <p>No more videos are taken, and it cannot be resumed. What creators earned is still paid.</p>
          </Confirm>
        )}
      </Buttons>
    </Card>
  );
}

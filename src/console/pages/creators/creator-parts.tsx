// What an account and a creator do together: the newest few of each kind, with the list that has all of them.
import type { Child } from 'hono/jsx';
import type { AgreementAcceptance } from '../../../domains/work/agreements/agreement-record.ts';
import type { Creator } from '../../../domains/work/creators/creator-record.ts';
import { ButtonLink, Buttons, ViewAll } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { type Column, Table, TwoLines } from '../../components/table.tsx';
import { money, Time, words } from '../../format.tsx';
import { writesAsAccount, writesAsBrand } from '../../rights.ts';
import type { PlaceVisit } from '../../visit.ts';
import { part, Unread } from '../part.tsx';
import { namesFor, UNNAMED } from '../places/names.ts';
import { State } from '../places/states.tsx';

const SHOWN = '5';

export type CreatorParts = Awaited<ReturnType<typeof partsOf>>;

/** Members see no money, so their page does not ask for payments. */
export async function partsOf(at: PlaceVisit, creator: string) {
  const query = { creator, limit: SHOWN };
  const [submissions, agreements, toAccept, named] = await Promise.all([
    part(at, at.run('GET /v1/submissions', { query })),
    part(at, at.run('GET /v1/agreements/acceptances', { query })),
    part(at, at.run('GET /v1/agreements/acceptances', { query: { ...query, status: 'pending' } })),
    namedParts(at, query),
  ]);
  return { submissions, agreements, toAccept, ...named };
}

/** The parts whose programs are looked up. The creator's own record names those of its submissions, which are read more slowly. */
async function namedParts(at: PlaceVisit, query: { creator: string; limit: string }) {
  const [applications, retainers, payments] = await Promise.all([
    part(at, at.run('GET /v1/applications', { query })),
    part(at, at.run('GET /v1/retainers', { query })),
    at.place.role === 'member' ? undefined : part(at, at.run('GET /v1/payments', { query })),
  ]);
  const programs = [
    ...(applications?.items ?? []),
    ...(retainers?.items ?? []),
    ...(payments?.items ?? []),
  ].map(({ program }) => ({ program }));
  const { program } = (await part(at, namesFor(at, programs))) ?? UNNAMED;
  return { applications, retainers, payments, program };
}

export function Parts({
  at,
  one: { id, status, submissions: recent },
  parts: { submissions, applications, agreements, toAccept, retainers, payments, program },
}: {
  at: PlaceVisit;
  one: Creator;
  parts: CreatorParts;
}) {
  const list = (path: string) => at.to(`${path}?creator=${id}`);
  const programOf = new Map(recent.map((submission) => [submission.id, submission.programName]));
  return (
    <>
      <Part
        at={at}
        title="Submissions"
        href={list('/submissions')}
        rows={submissions?.items}
        none="Videos that the creator submits appear here."
        columns={[
          {
            label: 'Video',
            main: true,
            cell: (one) => (
              <TwoLines href={at.to(`/submissions/${one.id}`)} title={one.caption ?? 'Untitled'}>
                {programOf.get(one.id)}
              </TwoLines>
            ),
          },
          { label: 'Status', first: true, cell: ({ status }) => <State status={status} /> },
          { label: 'Submitted', cell: ({ submittedAt }) => <Time at={submittedAt} /> },
        ]}
      />
      <Part
        at={at}
        title="Applications"
        href={list('/applications')}
        rows={applications?.items}
        none="Programs that the creator asks to join, or is invited to, appear here."
        columns={[
          {
            label: 'Program',
            main: true,
            cell: (one) => <a href={at.to(`/programs/${one.program}`)}>{program(one.program)}</a>,
          },
          {
            label: 'Status',
            first: true,
            cell: ({ removed, status }) => <State status={removed ? 'removed' : status} />,
          },
          {
            label: 'Agreements',
            cell: ({ agreementsRequired }) => (agreementsRequired ? 'To be accepted' : 'None open'),
          },
          { label: 'Created', cell: ({ createdAt }) => <Time at={createdAt} /> },
        ]}
      />
      <Part
        at={at}
        title="Agreements not accepted"
        href={at.to('/agreements')}
        rows={toAccept?.items}
        none="Nothing is left for the creator to accept."
        columns={[
          agreementColumn(at),
          { label: 'Asked for', first: true, cell: ({ context }) => words(context) },
          { label: 'Since', cell: ({ createdAt }) => <Time at={createdAt} exact /> },
        ]}
      />
      <Part
        at={at}
        title="Agreements accepted"
        href={at.to('/agreements')}
        rows={agreements?.items}
        none="Agreements that the creator accepted appear here."
        columns={[
          agreementColumn(at),
          { label: 'Version', first: true, cell: ({ document }) => document?.version },
          { label: 'Accepted', cell: ({ acceptedAt }) => acceptedAt && <Time at={acceptedAt} exact /> },
        ]}
      />
      <Part
        at={at}
        title="Retainers"
        href={list('/retainers')}
        rows={retainers?.items}
        none="Retainers that you offer the creator appear here."
        next={
          writesAsAccount(at.place) &&
          status === 'live' && (
            <ButtonLink small look="secondary" href={at.to(`/retainers/new?creator=${id}`)}>
              Offer retainer
            </ButtonLink>
          )
        }
        columns={[
          {
            label: 'Retainer',
            main: true,
            cell: (one) => (
              <TwoLines href={at.to(`/retainers/${one.id}`)} title={one.pay.summary}>
                {one.program === null ? 'All work' : program(one.program)}
              </TwoLines>
            ),
          },
          { label: 'Status', first: true, cell: ({ status }) => <State status={status} /> },
          { label: 'Offered', cell: ({ createdAt }) => <Time at={createdAt} /> },
        ]}
      />
      {payments !== undefined && (
        <Part
          at={at}
          title="Payments"
          href={list('/payments')}
          rows={payments?.items}
          none="Payments to the creator appear here once you approve submissions."
          next={
            writesAsBrand(at.place) &&
            status === 'live' && (
              <ButtonLink small look="secondary" href={at.to(`/payments/new?creator=${id}`)}>
                Pay creator
              </ButtonLink>
            )
          }
          columns={[
            {
              label: 'Paid for',
              main: true,
              cell: ({ id: payment, source, program: of }) => (
                <TwoLines href={at.to(`/payments/${payment}`)} title={words(source)}>
                  {program(of)}
                </TwoLines>
              ),
            },
            { label: 'Status', cell: ({ status }) => <State status={status} /> },
            { label: 'Created', cell: ({ createdAt }) => <Time at={createdAt} /> },
            {
              label: 'Amount',
              numeric: true,
              first: true,
              cell: ({ amount, currency }) => money(amount, currency),
            },
          ]}
        />
      )}
    </>
  );
}

const agreementColumn = (at: PlaceVisit): Column<AgreementAcceptance> => ({
  label: 'Agreement',
  main: true,
  cell: ({ agreement, title }) => <a href={at.to(`/agreements/${agreement}`)}>{title}</a>,
});

function Part<T>({
  at,
  title,
  href,
  rows,
  none,
  next,
  columns,
}: {
  at: PlaceVisit;
  title: string;
  /** The list of this kind for the creator alone. */
  href: string;
  /** Undefined when they could not be read. */
  rows: readonly T[] | undefined;
  none: Child;
  /** What makes another one. */
  next?: Child;
  columns: readonly Column<T>[];
}) {
  if (rows === undefined)
    return (
      <Card title={title}>
        <Unread at={at} title={title} />
      </Card>
    );
  return (
    <Card
      flush={rows.length > 0}
      title={title}
      action={
        <Buttons>
          {next}
          <ViewAll href={href} of={title.toLowerCase()} />
        </Buttons>
      }
    >
      {rows.length === 0 ? (
        <p class="quiet">{none}</p>
      ) : (
        <Table label={title} columns={columns} rows={rows} />
      )}
    </Card>
  );
}

// The lists of an agreement's page: who has not accepted it, who accepted it, and its versions.
import type { Child, PropsWithChildren } from 'hono/jsx';
import type { AgreementVersion } from '../../../domains/work/agreement-rules/agreement.ts';
import type { AgreementAcceptance } from '../../../domains/work/agreements/agreement-record.ts';
import { Card } from '../../components/card.tsx';
import { EmptyState } from '../../components/notice.tsx';
import { type Column, Pager, Table, TwoLines } from '../../components/table.tsx';
import { Time } from '../../format.tsx';
import type { PlaceVisit } from '../../visit.ts';
import { part } from '../part.tsx';
import { namesFor } from '../places/names.ts';
import { appliesTo, askedFor } from './agreement-words.ts';

export const VIEWS = { pending: 'Not accepted', accepted: 'Accepted', versions: 'Versions' } as const;
export type View = keyof typeof VIEWS;

export function viewOf(at: PlaceVisit): View {
  const asked = at.query('view');
  return asked === 'accepted' || asked === 'versions' ? asked : 'pending';
}

/** One of the lists; null when it could not be read. */
export function readView(at: PlaceVisit, id: string, view: View): Promise<Child | null> {
  return part(at, LISTS[view](at, id));
}

const LISTS: Readonly<Record<View, (at: PlaceVisit, id: string) => Promise<Child>>> = {
  pending: async (at, id) => {
    const query = at.given('cursor');
    const { items, nextCursor } = await at.run('GET /v1/agreements/:id/pending-acceptances', {
      params: { id },
      query,
    });
    const names = await namesFor(at, programsOf(items));
    return (
      <List
        label={VIEWS.pending}
        rows={items}
        next={nextCursor}
        none={
          nextCursor === null
            ? {
                title: 'Nobody has to accept it',
                about:
                  'Creators appear here when it applies to them and they have not accepted the newest version.',
              }
            : {
                title: 'Nobody on this page',
                about:
                  'None of the creators that this page looked at has to accept it. Go on with the next page.',
              }
        }
        columns={[
          { label: 'Creator', main: true, cell: (one) => <Who at={at} one={one} /> },
          { label: 'Asked for', first: true, cell: (one) => askedFor(one, names) },
          { label: 'Since', cell: ({ createdAt }) => <Time at={createdAt} exact /> },
        ]}
      />
    );
  },
  accepted: async (at, id) => {
    const query = { ...at.given('cursor'), agreement: id };
    const { items, nextCursor } = await at.run('GET /v1/agreements/acceptances', { query });
    const names = await namesFor(at, programsOf(items));
    return (
      <List
        label={VIEWS.accepted}
        rows={items}
        next={nextCursor}
        none={{
          title: 'Nobody accepted it yet',
          about: 'Who accepted, which version and when appears here.',
        }}
        columns={[
          { label: 'Creator', main: true, cell: (one) => <Who at={at} one={one} /> },
          {
            label: 'Version',
            first: true,
            cell: ({ document }) => document && <Pdf of={document}>Version {document.version}</Pdf>,
          },
          { label: 'Asked for', cell: (one) => askedFor(one, names) },
          { label: 'Accepted', cell: ({ acceptedAt }) => acceptedAt && <Time at={acceptedAt} exact /> },
        ]}
      />
    );
  },
  versions: async (at, id) => {
    const query = at.given('cursor');
    const { items, nextCursor } = await at.run('GET /v1/agreements/:id/versions', { params: { id }, query });
    return (
      <List
        label={VIEWS.versions}
        rows={items}
        next={nextCursor}
        none={{ title: 'No versions', about: 'Each document that was published appears here.' }}
        columns={[
          { label: 'Version', main: true, cell: ({ version }) => `Version ${version}` },
          { label: 'Published', first: true, cell: ({ createdAt }) => <Time at={createdAt} exact /> },
          { label: 'Applies to', cell: ({ applicability }) => appliesTo(applicability) },
          {
            label: 'Document',
            cell: (one) => (
              <TwoLines title={<Pdf of={one}>{one.fileName}</Pdf>}>SHA-256 {one.sha256}</TwoLines>
            ),
          },
        ]}
      />
    );
  },
};

const programsOf = (rows: readonly AgreementAcceptance[]) => rows.map(({ program }) => ({ program }));

/** The creator's page opens also after the end of the relationship, for as long as the record exists. */
function Who({ at, one: { creator, creatorName } }: { at: PlaceVisit; one: AgreementAcceptance }) {
  return creatorName === null ? 'A creator' : <a href={at.to(`/creators/${creator}`)}>{creatorName}</a>;
}

function Pdf({ of: { url }, children }: PropsWithChildren<{ of: AgreementVersion }>) {
  return url === null ? (
    <span>{children}</span>
  ) : (
    <a href={url} target="_blank" rel="noopener">
      {children}
    </a>
  );
}

function List<T>({
  label,
  rows,
  next,
  none,
  columns,
}: {
  label: string;
  rows: readonly T[];
  next: string | null;
  none: { title: string; about: string };
  columns: readonly Column<T>[];
}) {
  return (
    <>
      <Card flush>
        {rows.length === 0 ? (
          <EmptyState title={none.title} icon="log">
            {none.about}
          </EmptyState>
        ) : (
          <Table label={label} columns={columns} rows={rows} />
        )}
      </Card>
      <Pager next={next} />
    </>
  );
}

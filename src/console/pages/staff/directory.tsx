// Finds an account, a creator or a person by name or address.
import type { DirectoryEntry } from '../../../domains/operations/staff/directory.ts';
import { ButtonLink } from '../../components/button.tsx';
import { Badge, Card, PageHead } from '../../components/card.tsx';
import { Filters } from '../../components/filters.tsx';
import { EmptyState } from '../../components/notice.tsx';
import { type Column, Table, TwoLines } from '../../components/table.tsx';
import { staffPage } from '../../page.ts';
import { Contact, Related } from './contact.tsx';
import { senderPage } from './conversation.tsx';
import { ledgerOf, TYPE_NAMES } from './ids.tsx';

export const directoryPage = staffPage({
  path: '/directory',
  show: async (at) => {
    const q = at.query('q');
    const found = q === undefined ? null : await at.run('GET /internal/v1/directory', { query: { q } });
    return {
      title: 'Directory',
      body: (
        <>
          <PageHead title="Directory">Accounts, creators and people, with their addresses.</PageHead>
          <Filters
            filters={[
              {
                name: 'q',
                label: 'Name or address',
                kind: 'text',
                placeholder: 'Name, email, @handle or ID',
              },
            ]}
          />
          <Card flush>
            {found === null && (
              <EmptyState title="Search the directory" icon="people">
                Enter the beginning of a name, last name, email address or handle, or a whole ID.
              </EmptyState>
            )}
            {found?.entries.length === 0 && (
              <EmptyState title="No matches" icon="people">
                Search finds names and addresses by their beginning. Check the spelling, or type less.
              </EmptyState>
            )}
            {found && found.entries.length > 0 && (
              <Table label="Directory" columns={COLUMNS} rows={found.entries} />
            )}
            {found?.more && (
              <p class="card-foot quiet">There are more matches. Type more of the name to see them.</p>
            )}
          </Card>
        </>
      ),
    };
  },
});

const COLUMNS: Column<DirectoryEntry>[] = [
  {
    label: 'Name',
    main: true,
    cell: ({ id, name, handle }) => (
      <TwoLines title={name}>
        {handle !== null && `@${handle}, `}
        {id}
      </TwoLines>
    ),
  },
  {
    label: 'Type',
    cell: ({ type, ended }) => (
      <span class="badges">
        <Badge>{TYPE_NAMES[type]}</Badge>
        {ended && <Badge tone="warning">Ended</Badge>}
      </span>
    ),
  },
  { label: 'Address', cell: (entry) => <Contact entry={entry} /> },
  { label: 'Related', cell: (entry) => <Related entry={entry} /> },
  { label: 'Open', actions: true, cell: Ways },
];

function Ways({ type, id, name }: DirectoryEntry) {
  if (type === 'person')
    return (
      <ButtonLink look="secondary" small href={`/staff/actions?subject=${id}`} of={`, ${name}`}>
        Log
      </ButtonLink>
    );
  return (
    <>
      <ButtonLink look="secondary" small href={`/staff?account=${id}`} of={`, ${name}`}>
        Queue
      </ButtonLink>
      <ButtonLink look="secondary" small href={senderPage(id)} of={`, ${name}`}>
        Messaging
      </ButtonLink>
      <ButtonLink look="secondary" small href={ledgerOf(id)} of={`, ${name}`}>
        Ledger
      </ButtonLink>
      <ButtonLink look="secondary" small href={`/staff/corrections?holder=${id}`} of={`, ${name}`}>
        Correct
      </ButtonLink>
    </>
  );
}

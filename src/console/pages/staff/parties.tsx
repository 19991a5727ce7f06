// Both sides of a record, with their contact details.
import type { DirectoryEntry } from '../../../domains/operations/staff/directory.ts';
import { Badge, Card } from '../../components/card.tsx';
import { Table, TwoLines } from '../../components/table.tsx';
import { Contact, Related } from './contact.tsx';
import { directoryOf, ledgerOf, TYPE_NAMES } from './ids.tsx';

export function Parties({ parties }: { parties: readonly DirectoryEntry[] }) {
  if (parties.length === 0) return null;
  return (
    <Card title="Parties" flush>
      <Table
        label="Parties"
        rows={parties}
        columns={[
          {
            label: 'Name',
            main: true,
            cell: ({ id, name, handle }) => (
              <TwoLines href={directoryOf(id)} title={name}>
                {handle !== null && `@${handle}`}
              </TwoLines>
            ),
          },
          { label: 'Type', cell: ({ type }) => <Badge>{TYPE_NAMES[type]}</Badge> },
          { label: 'Address', cell: (entry) => <Contact entry={entry} /> },
          { label: 'People', cell: (entry) => <Related entry={entry} /> },
          {
            label: 'Open',
            actions: true,
            cell: ({ id, name }) => (
              <a class="button secondary small" href={ledgerOf(id)}>
                <span>Ledger</span>
                <span class="only-heard"> of {name}</span>
              </a>
            ),
          },
        ]}
      />
    </Card>
  );
}

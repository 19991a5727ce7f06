// Who did what in the account, and from where.
import type { AuditEntry } from '../../../domains/accounts/audit/audit-entry.ts';
import { auditOperations } from '../../../domains/accounts/audit/operations.ts';
import { Card, PageHead } from '../../components/card.tsx';
import { Code } from '../../components/code.tsx';
import { Filters } from '../../components/filters.tsx';
import { NoneMatch } from '../../components/none-match.tsx';
import { EmptyState } from '../../components/notice.tsx';
import { Pager, Table, TwoLines } from '../../components/table.tsx';
import { browserName, Time, words } from '../../format.tsx';
import { placePage } from '../../page.ts';
import type { PlaceVisit } from '../../visit.ts';
import { DAYS, daysIn } from '../lists/days.ts';
import { pageOfRecord } from '../places/find-record.ts';

/** Labels for operations whose names would be bad labels. */
const NAMES: Record<string, string> = { disconnectPersonsApps: 'Disconnect app by a password reset' };

/** createKey gives "Create key". */
function said(operation: string): string {
  if (NAMES[operation]) return NAMES[operation];
  const words = operation.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export const auditPage = placePage({
  path: '/audit',
  show: async (at) => {
    const query = { ...at.given('caller', 'operation', 'cursor'), ...daysIn(at) };
    const [{ items, nextCursor }, found] = await Promise.all([
      at.run(auditOperations.listAuditEntries, { query }),
      at.run(auditOperations.getAuditFilters),
    ]);
    return {
      title: 'Audit log',
      body: (
        <>
          <PageHead title="Audit log">
            All changes by people{at.place.type === 'partner' && ', also by yours at your clients'}, and what
            API keys, apps and embeds changed about money, consent, keys, payouts and ads. Kept for 13 months.
          </PageHead>
          <Filters
            filters={[
              {
                name: 'caller',
                label: 'Who',
                options: [
                  { value: '', label: 'Anyone' },
                  ...found.callers.map(({ id, name }) => ({
                    value: id,
                    label: id === 'embed' ? 'Embeds' : name || id,
                  })),
                ],
              },
              {
                name: 'operation',
                label: 'What',
                options: [
                  { value: '', label: 'All changes' },
                  ...found.operations.map((operation) => ({ value: operation, label: said(operation) })),
                ],
              },
              ...DAYS,
            ]}
          />
          <Card flush>
            {items.length === 0 ? (
              <NoEntries at={at} filtered={Object.keys(query).length > 0} />
            ) : (
              <Table
                label="Log"
                rows={items}
                columns={[
                  {
                    label: 'What',
                    main: true,
                    cell: (entry) => (
                      <TwoLines title={doneIn(entry)}>
                        <Subject at={at} entry={entry} />
                      </TwoLines>
                    ),
                  },
                  ...(at.place.type === 'partner'
                    ? [{ label: 'Where', cell: ({ account }: AuditEntry) => account.name || account.id }]
                    : []),
                  {
                    label: 'Who',
                    cell: (entry) => <TwoLines title={callerIn(entry)}>{kindIn(entry)}</TwoLines>,
                  },
                  { label: 'When', cell: (entry) => <Time at={entry.createdAt} exact /> },
                  {
                    label: 'From',
                    cell: ({ address, browser }) => (
                      <TwoLines title={address ?? 'Unknown'}>{browser && browserName(browser)}</TwoLines>
                    ),
                  },
                ]}
              />
            )}
          </Card>
          <Pager next={nextCursor} />
        </>
      ),
    };
  },
});

function NoEntries({ at, filtered }: { at: PlaceVisit; filtered: boolean }) {
  if (!filtered)
    return (
      <EmptyState title="No entries yet" icon="log">
        Changes in this account appear here, such as a new API key.
      </EmptyState>
    );
  return (
    <NoneMatch title="No results" icon="log" all={at.url.pathname}>
      No entry matches these filters.
    </NoneMatch>
  );
}

/** `Update payment: approve`. */
function doneIn({ operation, choice }: AuditEntry): string {
  return choice === null ? said(operation) : `${said(operation)}: ${words(choice).toLowerCase()}`;
}

/** The record, or else the creator as whom it was done, with a link where the account has a page of it. */
function Subject({ at, entry: { account, creator, ...entry } }: { at: PlaceVisit; entry: AuditEntry }) {
  const subject = entry.subject ?? creator;
  if (subject === null) return null;
  const page = account.id === at.place.id ? pageOfRecord(subject) : null;
  return page === null ? (
    <Code>{subject}</Code>
  ) : (
    <a href={at.to(page)}>
      <Code>{subject}</Code>
    </a>
  );
}

const KINDS = { person: null, key: 'API key', app: 'App', embed: 'Embed' } as const;

function callerIn({ by, caller, creator }: AuditEntry): string {
  if (by === 'embed') return creator ?? 'A creator';
  return caller.name || caller.id;
}

/** `App of Ada at North Agency`. */
function kindIn({ by, appOf, partner }: AuditEntry): string | null {
  const parts = [KINDS[by], appOf && `of ${appOf.name || appOf.id}`, partner && `of ${partner.name}`];
  return parts.filter(Boolean).join(' ') || null;
}

// A holder's balances, and whether the journal verifies.

import type { StaffLedger } from '../../../domains/operations/staff/get-staff-ledger.ts';
import { listHolderNames } from '../../../domains/operations/staff/list-holder-names.ts';
import { AppError } from '../../../kit/error.ts';
import { Card, Facts, PageHead } from '../../components/card.tsx';
import { Code } from '../../components/code.tsx';
import { Filters } from '../../components/filters.tsx';
import { EmptyState, Notice } from '../../components/notice.tsx';
import { Table } from '../../components/table.tsx';
import { count, money, Time, words } from '../../format.tsx';
import { staffPage } from '../../page.ts';
import { directoryOf, isName } from './ids.tsx';

export const ledgersPage = staffPage({
  path: '/ledgers',
  show: async (at) => {
    const holder = at.query('holder');
    if (isName(holder)) return at.go(directoryOf(holder));
    const [ledger, names] =
      holder === undefined
        ? [null, new Map<string, string>()]
        : await Promise.all([
            at.run('GET /internal/v1/ledgers/:holder', { params: { holder } }).catch(noLedger),
            listHolderNames(at.staffCtx(), [holder]),
          ]);
    return {
      title: 'Ledgers',
      body: (
        <>
          <PageHead title="Ledgers">
            The balances of an account, a creator or the service itself, checked entry by entry.
          </PageHead>
          <Filters
            filters={[
              {
                name: 'holder',
                label: 'Whose',
                kind: 'text',
                placeholder: 'Name, email, ID or service:usd:0',
              },
            ]}
          />
          {holder === undefined && (
            <Card>
              <EmptyState title="Choose a holder" icon="card">
                Enter a name, an email address or an ID above.
              </EmptyState>
            </Card>
          )}
          {holder !== undefined && ledger === null && (
            <Notice tone="danger" title="No ledger for this ID">
              {`${holder} is no ID of an account, a creator or the service.`}
            </Notice>
          )}
          {ledger && <LedgerCards ledger={ledger} name={names.get(ledger.holder) ?? ledger.holder} />}
        </>
      ),
    };
  },
});

function noLedger(error: unknown): null {
  if (error instanceof AppError && (error.code === 'not_found' || error.code === 'validation_failed'))
    return null;
  throw error;
}

function LedgerCards({ ledger, name }: { ledger: StaffLedger; name: string }) {
  const { holder, verification } = ledger;
  const rows = Object.entries(ledger.balances).flatMap(([currency, buckets]) =>
    Object.entries(buckets).map(([bucket, amount]) => ({ currency, bucket, amount })),
  );
  return (
    <>
      {verification.ok ? (
        <Notice tone="success" title={`The books of ${name} are right`}>
          {`${count(verification.entries ?? 0)} entries were worked out again, and come to these balances.`}
        </Notice>
      ) : (
        <Notice tone="danger" title={`The books of ${name} are wrong`}>
          {`${verification.problem ?? 'Something'}${verification.seq === null ? '' : `, first at entry ${verification.seq}`}. Restore it as docs/deploying.md says, under “Restoring one ledger”.`}
        </Notice>
      )}
      <Card title="Balances" flush>
        {rows.length === 0 ? (
          <EmptyState title="No entries" icon="card">
            This ledger is empty.
          </EmptyState>
        ) : (
          <Table
            label="Balances"
            rows={rows}
            columns={[
              { label: 'Bucket', main: true, cell: ({ bucket }) => words(bucket) },
              { label: 'Currency', cell: ({ currency }) => currency.toUpperCase() },
              { label: 'Amount', numeric: true, cell: ({ amount, currency }) => money(amount, currency) },
            ]}
          />
        )}
      </Card>
      <Card title="Journal">
        <Facts
          facts={[
            ['Holder', <Code>{holder}</Code>],
            ['Entries', verification.entries === null ? null : count(verification.entries)],
            ["Last entry's hash", verification.hash && <Code>{verification.hash}</Code>],
            [
              'Known in the database',
              ledger.known && (
                <>
                  {`Entry ${count(ledger.known.entry)}, `}
                  <Time at={ledger.known.since} exact />
                </>
              ),
            ],
          ]}
        />
      </Card>
    </>
  );
}

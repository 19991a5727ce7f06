// What was paid by calendar year, and what the tax office needs.
import type { Tax } from '../../../domains/money/balance/tax.ts';
import { ButtonLink, PrintButton } from '../../components/button.tsx';
import { Card, Facts, PageHead } from '../../components/card.tsx';
import { EmptyState, Notice } from '../../components/notice.tsx';
import { Table } from '../../components/table.tsx';
import { money } from '../../format.tsx';
import { placePage } from '../../page.ts';
import { BalanceTabs, earnersOnly } from './earner-parts.tsx';

const TAX_ID: Record<Tax['taxId'], string> = {
  missing: 'Not provided',
  provided: 'Provided, being checked',
  verified: 'Verified',
  failed: 'Could not be verified',
};

export const taxPage = placePage({
  path: '/tax',
  show: async (at) => {
    earnersOnly(at);
    const tax = await at.run('GET /v1/balance/tax');
    const lacks = tax.required && (tax.taxId === 'missing' || tax.taxId === 'failed');
    return {
      title: 'Tax',
      body: (
        <>
          <PageHead title="Tax" action={<PrintButton />}>
            {`What ${at.place.name} was paid by calendar year (UTC), less what was taken back.`}
          </PageHead>
          <BalanceTabs at={at} path="/tax" />
          {lacks && (
            <Notice tone="warning" title="A tax ID is required">
              You reached the amount that is reported. <a href={at.to('/balance')}>Open the payout set-up</a>{' '}
              to {tax.taxId === 'failed' ? 'correct it' : 'add it'}.
            </Notice>
          )}
          <Card>
            <Facts
              facts={[
                ['Tax ID', TAX_ID[tax.taxId]],
                ['Required', tax.required ? 'Yes' : 'No'],
                [
                  'Reported to tax authorities',
                  tax.threshold === 0
                    ? 'No, only payouts to creators in the US are'
                    : `From ${money(tax.threshold, tax.currency)} a year on`,
                ],
              ]}
            />
          </Card>
          <Card title="By year" flush>
            {tax.years.length === 0 ? (
              <EmptyState
                title="Nothing paid yet"
                icon="card"
                action={
                  <ButtonLink look="secondary" href={at.to('/balance')}>
                    View balance
                  </ButtonLink>
                }
              >
                Years appear here once earnings were paid out.
              </EmptyState>
            ) : (
              <Table
                label="By year"
                rows={tax.years}
                columns={[
                  { label: 'Year', main: true, cell: ({ year }) => String(year) },
                  {
                    label: 'Paid',
                    numeric: true,
                    first: true,
                    cell: ({ reportable }) => money(reportable, tax.currency),
                  },
                ]}
              />
            )}
          </Card>
        </>
      ),
    };
  },
});

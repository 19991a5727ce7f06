// The overview of a creator: earnings and programs.
import type { Balance } from '../../../domains/money/balance/balance.ts';
import type { Earning } from '../../../domains/money/earnings/earning.ts';
import { payoutAccountOperations } from '../../../domains/money/payout-accounts/operations.ts';
import type { Application } from '../../../domains/work/applications/application.ts';
import { ViewAll } from '../../components/button.tsx';
import { Card, Cards, PageHead, Stat } from '../../components/card.tsx';
import { Table } from '../../components/table.tsx';
import { amounts, Time } from '../../format.tsx';
import type { PlaceVisit } from '../../visit.ts';
import { NoneYet } from '../lists/list-page.tsx';
import { EarningTable } from '../money/earnings.tsx';
import { part, Unread } from '../part.tsx';
import { EarnedSentence, wayOut } from './earned-sentence.tsx';
import { type Names, namesFor } from './names.ts';
import { NextSteps, stepsOf } from './next-steps.tsx';
import { applicationState } from './states.tsx';

type Balances = Balance['balances'];

export async function creatorOverview(at: PlaceVisit) {
  const [balance, way, { earnings, applications, names }, steps] = await Promise.all([
    part(at, at.run('GET /v1/balance')),
    part(at, at.run(payoutAccountOperations.getPayoutSetup).then(wayOut)),
    recentOf(at),
    part(at, stepsOf(at)),
  ]);
  const balances = balance?.balances ?? null;
  return (
    <>
      <PageHead title={at.place.name} />
      <NextSteps at={at} balances={balances} way={way} others={steps} />
      {balances === null || way === null ? (
        <Unread at={at} title="Your balance" />
      ) : (
        <>
          <EarnedSentence balances={balances} way={way} />
          <Buckets balances={balances} />
        </>
      )}
      {earnings === null ? (
        <Unread at={at} title="Recent earnings" />
      ) : (
        <Earnings at={at} earnings={earnings.items} names={names} />
      )}
      {applications === null ? (
        <Unread at={at} title="Your applications" />
      ) : (
        <Applications at={at} applications={applications.items} names={names} />
      )}
    </>
  );
}

function Buckets({ balances }: { balances: Balances }) {
  const of = (bucket: 'withdrawable' | 'available' | 'pending') =>
    amounts(balances.map((one) => ({ currency: one.currency, amount: one[bucket] })));
  return (
    <Cards>
      <Stat label="Available to withdraw" value={of('withdrawable')} hint="in your payout balance" />
      <Stat label="Available" value={of('available')} hint={payoutHint(balances)} />
      <Stat label="Pending" value={of('pending')} hint="not charged yet, or on hold" />
    </Cards>
  );
}

function Earnings({ at, earnings, names }: { at: PlaceVisit; earnings: readonly Earning[]; names: Names }) {
  return (
    <Card flush title="Recent earnings" action={<ViewAll href={at.to('/earnings')} />}>
      {earnings.length === 0 ? (
        <NoneYet
          at={at}
          list="earnings"
          icon="card"
          text="Earnings appear here once a submission is approved."
          next={{ path: '/submissions', label: 'View submissions' }}
        />
      ) : (
        <EarningTable at={at} earnings={earnings} names={names} />
      )}
    </Card>
  );
}

function Applications({
  at,
  applications,
  names,
}: {
  at: PlaceVisit;
  applications: readonly Application[];
  names: Names;
}) {
  return (
    <Card flush title="Your applications">
      {applications.length === 0 ? (
        <NoneYet
          at={at}
          list="applications"
          icon="program"
          text="Programs that you apply to or are invited to appear here."
          next={{ path: '/programs/discover', label: 'Discover programs' }}
        />
      ) : (
        <Table
          label="Applications"
          rows={applications}
          columns={[
            {
              label: 'Program',
              main: true,
              cell: (one) => <a href={at.to(`/programs/${one.program}`)}>{names.program(one.program)}</a>,
            },
            { label: 'Status', first: true, cell: applicationState },
            { label: 'Since', cell: (one) => <Time at={one.createdAt} /> },
          ]}
        />
      )}
    </Card>
  );
}

/** The newest of what is listed, with the names of their programs. */
async function recentOf(at: PlaceVisit) {
  const [earnings, applications] = await Promise.all([
    part(at, at.run('GET /v1/earnings', { query: { limit: '5' } })),
    part(at, at.run('GET /v1/applications', { query: { limit: '5' } })),
  ]);
  const names = await namesFor(at, [...(earnings?.items ?? []), ...(applications?.items ?? [])]);
  return { earnings, applications, names };
}

/** Whether the next payout will include the available balance. The sentence above says why not, and what to do. */
function payoutHint(balances: Balances): string {
  const waiting = balances.filter(({ available }) => available > 0);
  if (waiting.length === 0) return 'charged and not on hold';
  const stuck = waiting.filter(({ payoutProblem }) => payoutProblem !== null);
  if (stuck.length === 0) return 'on the way to your balance';
  if (stuck.length === waiting.length) return 'cannot be paid out yet';
  return `${stuck.map(({ currency }) => currency.toUpperCase()).join(', ')} cannot be paid out yet`;
}

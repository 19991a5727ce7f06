// The overview of a creator: earnings and programs.
import type { Balance } from '../../../domains/money/balance/balance.ts';
import { ButtonLink } from '../../components/button.tsx';
import { Card, Cards, PageHead, Stat } from '../../components/card.tsx';
import { EmptyState } from '../../components/notice.tsx';
import { Table } from '../../components/table.tsx';
import { amounts, Time } from '../../format.tsx';
import type { PlaceVisit } from '../../visit.ts';
import { EarningTable } from '../money/earnings.tsx';
import { part } from '../part.tsx';
import { EarnedSentence } from './earned-sentence.tsx';
import { namesFor } from './names.ts';
import { NextSteps, stepsOf } from './next-steps.tsx';
import { applicationState } from './states.tsx';

export async function creatorOverview(at: PlaceVisit) {
  const [{ balances }, { earnings, applications, names }, steps] = await Promise.all([
    at.run('GET /v1/balance'),
    recentOf(at),
    part(at, stepsOf(at)),
  ]);
  const of = (bucket: 'withdrawable' | 'available' | 'pending') =>
    amounts(balances.map((one) => ({ currency: one.currency, amount: one[bucket] })));
  return (
    <>
      <PageHead title={at.place.name} />
      <NextSteps at={at} balances={balances} others={steps} />
      <EarnedSentence balances={balances} />
      <Cards>
        <Stat label="Available to withdraw" value={of('withdrawable')} hint="in your payout balance" />
        <Stat label="Available" value={of('available')} hint={payoutHint(balances)} />
        <Stat label="Pending" value={of('pending')} hint="not charged yet, or on hold" />
      </Cards>
      <Card
        flush
        title="Recent earnings"
        action={
          <ButtonLink look="secondary" small href={at.to('/earnings')}>
            View all
          </ButtonLink>
        }
      >
        {earnings.items.length === 0 ? (
          <EmptyState title="No earnings yet" icon="card">
            Earnings appear here once a submission is approved.
          </EmptyState>
        ) : (
          <EarningTable at={at} earnings={earnings.items} names={names} />
        )}
      </Card>
      <Card flush title="Your applications">
        {applications.items.length === 0 ? (
          <EmptyState title="No applications yet" icon="program">
            Programs that you apply to or are invited to appear here.
          </EmptyState>
        ) : (
          <Table
            label="Applications"
            rows={applications.items}
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
    </>
  );
}

/** The newest of what is listed, with the names of their programs. */
async function recentOf(at: PlaceVisit) {
  const [earnings, applications] = await Promise.all([
    at.run('GET /v1/earnings', { query: { limit: '5' } }),
    at.run('GET /v1/applications', { query: { limit: '5' } }),
  ]);
  return { earnings, applications, names: await namesFor(at, [...earnings.items, ...applications.items]) };
}

/** Whether the next payout will include the available balance; if not, why, and what to do. */
function payoutHint(balances: Balance['balances']): string {
  const waiting = balances.filter(({ available }) => available > 0);
  if (waiting.length === 0) return 'charged and not on hold';
  const stuck = waiting.filter(({ payoutProblem }) => payoutProblem !== null);
  if (stuck.length === 0) return 'on the way to your balance';
  return stuck
    .map(({ currency, payoutProblem }) =>
      waiting.length > 1 ? `${currency.toUpperCase()}: ${payoutProblem}` : payoutProblem,
    )
    .join(' ');
}

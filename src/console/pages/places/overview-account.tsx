// The overview of an account. Money is read only for owners and admins; a member's page does not ask for it.
import { chargeOperations } from '../../../domains/money/charges/operations.ts';
import { applicationOperations } from '../../../domains/work/applications/operations.ts';
import { programOperations } from '../../../domains/work/programs/operations.ts';
import { submissionOperations } from '../../../domains/work/submissions/operations.ts';
import { ViewAll } from '../../components/button.tsx';
import { Card, Cards, PageHead, Stat } from '../../components/card.tsx';
import { EmptyState } from '../../components/notice.tsx';
import { Table, TwoLines } from '../../components/table.tsx';
import { amounts, counted, Time } from '../../format.tsx';
import type { PlaceVisit } from '../../visit.ts';
import { CreatorLink } from '../creator-link.tsx';
import { NoneYet } from '../lists/list-page.tsx';
import { noPayments, PaymentTable } from '../money/payments.tsx';
import { part, Unread } from '../part.tsx';
import { Checklist } from './checklist.tsx';
import { namesFor } from './names.ts';

const SHOWN = 5;

export async function accountOverview(at: PlaceVisit) {
  const seesMoney = at.place.role !== 'member';
  const [account, programs, applications, live, pending, toReview, { items: waiting }, money] =
    await Promise.all([
      at.run('GET /v1/account'),
      at.run('GET /v1/programs', { query: { limit: '1' } }),
      at.run('GET /v1/applications', { query: { limit: '1' } }),
      at.run(programOperations.countPrograms, { query: { status: 'live' } }),
      at.run(applicationOperations.countApplications, { query: { status: 'pending' } }),
      at.run(submissionOperations.countSubmissions, { query: { status: 'review' } }),
      at.run('GET /v1/submissions', { query: { status: 'review', limit: String(SHOWN) } }),
      seesMoney ? part(at, readMoney(at)) : null,
    ]);
  const names = await namesFor(at, [...waiting, ...(money?.payments ?? []), ...(money?.toApprove ?? [])]);
  return (
    <>
      <PageHead title={at.place.name}>Overview of what needs your attention.</PageHead>
      <Cards>
        {money && at.place.type === 'brand' && (
          <Stat
            label="Owed"
            value={amounts(money.owed)}
            href={at.to('/billing')}
            hint={owedHint(money.owed.length > 0, account.paymentMethod?.status === 'active')}
          />
        )}
        {money && at.place.type === 'partner' && (
          <Stat
            label="Balance"
            value={amounts(money.withdrawable)}
            href={at.to('/balance')}
            hint="can be withdrawn"
          />
        )}
        <Stat
          label="Submissions to review"
          value={counted(toReview)}
          href={at.to('/submissions?status=review')}
          hint="submitted by creators"
        />
        <Stat
          label="Pending applications"
          value={counted(pending)}
          href={at.to('/applications?status=pending')}
          hint="from creators"
        />
        <Stat label="Live programs" value={counted(live)} href={at.to('/programs?status=live')} />
      </Cards>
      <Checklist
        at={at}
        account={account}
        newest={programs.items[0]}
        isLive={live.count > 0}
        invited={applications.items.length > 0}
        seesMoney={seesMoney}
      />
      <Card flush title="Needs review" action={<ViewAll href={at.to('/submissions?status=review')} />}>
        {waiting.length === 0 ? (
          <EmptyState title="You're all caught up" icon="check">
            New submissions appear here.
          </EmptyState>
        ) : (
          <Table
            label="Submissions to review"
            rows={waiting}
            columns={[
              {
                label: 'Video',
                main: true,
                cell: (one) => (
                  <TwoLines href={at.to(`/submissions/${one.id}`)} title={one.caption ?? 'Untitled'}>
                    <CreatorLink at={at} id={one.creator} names={names} />
                  </TwoLines>
                ),
              },
              { label: 'Program', cell: (one) => names.program(one.program) },
              { label: 'Submitted', cell: (one) => <Time at={one.submittedAt} /> },
            ]}
          />
        )}
      </Card>
      {money && money.toApprove.length > 0 && (
        <Card
          flush
          title="Payments to approve"
          action={<ViewAll href={at.to('/payments?status=pending_approval')} />}
        >
          <PaymentTable at={at} payments={money.toApprove} names={names} />
        </Card>
      )}
      {seesMoney && money === null && <Unread at={at} title="What is owed and paid" />}
      {money && (
        <Card flush title="Recent payments" action={<ViewAll href={at.to('/payments')} />}>
          {money.payments.length === 0 ? (
            <NoneYet at={at} list="payments" {...noPayments(at.place)} />
          ) : (
            <PaymentTable at={at} payments={money.payments} names={names} />
          )}
        </Card>
      )}
    </>
  );
}

function owedHint(owes: boolean, hasCard: boolean): string {
  if (!owes) return 'nothing to bill';
  return hasCard ? 'billed to the card on file' : 'not billed yet: add a payment method';
}

async function readMoney(at: PlaceVisit) {
  const limit = String(SHOWN);
  const [owed, balance, payments, toApprove] = await Promise.all([
    at.run(chargeOperations.getOwed),
    at.run('GET /v1/balance'),
    at.run('GET /v1/payments', { query: { limit } }),
    at.place.type === 'brand'
      ? at.run('GET /v1/payments', { query: { status: 'pending_approval', limit } })
      : { items: [] },
  ]);
  const withdrawable = balance.balances.map(({ currency, withdrawable: amount }) => ({ currency, amount }));
  return { owed, withdrawable, payments: payments.items, toApprove: toApprove.items };
}

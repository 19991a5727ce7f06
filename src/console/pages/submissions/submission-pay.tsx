// What a submission earned and what waits, for readers who may see money.
import type { SubmissionConversion } from '../../../domains/money/earnings/submission-conversion.ts';
import type { Submission } from '../../../domains/work/submissions/submission.ts';
import type { EarnedPay } from '../../../domains/work/submissions/submission-pay.ts';
import type { ListPage } from '../../../resource/list-page.ts';
import { ButtonLink, Buttons } from '../../components/button.tsx';
import { Badge, Card, Cards, Stat } from '../../components/card.tsx';
import { EmptyState, Notice } from '../../components/notice.tsx';
import { type Column, Pager, Table, TwoLines } from '../../components/table.tsx';
import { amounts, day, money, plural, Time, words } from '../../format.tsx';
import { writesAsBrand } from '../../rights.ts';
import type { PlaceVisit } from '../../visit.ts';
import { Unread } from '../part.tsx';
import { WAITS } from '../pixels/sale-wait-words.ts';

export function SubmissionPay({
  at,
  one,
  conversions,
}: {
  at: PlaceVisit;
  one: Submission;
  /** Null when they could not be read. */
  conversions: ListPage<SubmissionConversion> | null;
}) {
  const earned = one.earned ?? [];
  const approval = one.approvalPay?.status === 'due' ? one.approvalPay : null;
  // What the approval pays may be among what is due already; it stands in a figure of its own.
  const due = approval === null ? earned : earned.filter((pay) => !isOfApproval(pay));
  const all = (of: 'paid' | 'due', pays: readonly EarnedPay[]) =>
    amounts(summed(pays.map((pay) => ({ currency: pay.currency, amount: pay[of] }))));
  const waiting = earned.flatMap((pay) => pay.waiting ?? []);
  // A limit may have cut what is counted already in the same words as what the approval pays.
  const cuts = new Set(
    [...earned, ...(approval ? [approval] : [])].flatMap((pay) => pay.cuts.map(({ message }) => message)),
  );
  return (
    <>
      <Cards>
        <Stat label="Paid" value={all('paid', earned)} hint="in payments, before an agency’s share" />
        {approval && (
          <Stat
            label="For the approval"
            value={money(approval.amount, approval.currency)}
            hint="in no payment yet"
          />
        )}
        <Stat
          label={approval ? 'Also due' : 'Due'}
          value={all('due', due)}
          hint="counted, in no payment yet"
        />
        <Stat
          label="Waiting sales"
          value={amounts(summed(waiting.flatMap(({ values }) => values)))}
          hint={waitingHint(waiting)}
        />
      </Cards>
      {writesAsBrand(at.place) && one.status !== 'rejected' && (
        <Buttons>
          <ButtonLink look="secondary" href={at.to(`/payments/new?submission=${one.id}`)}>
            Pay a bonus
          </ButtonLink>
        </Buttons>
      )}
      {[...cuts].map((message) => (
        <Notice tone="warning">{message}</Notice>
      ))}
      <Card title="Conversions" flush={conversions !== null}>
        {conversions === null ? (
          <Unread at={at} title="Conversions" />
        ) : conversions.items.length > 0 ? (
          <Table label="Conversions" rows={conversions.items} columns={columnsFor(at)} />
        ) : conversions.nextCursor !== null ? (
          <EmptyState title="No conversions on this page" icon="chart">
            The newest sales of the creator's codes count for other submissions. Older conversions are on the
            next page.
          </EmptyState>
        ) : (
          <EmptyState title="No conversions yet" icon="chart">
            Sales and other conversions that this submission is credited with appear here.
          </EmptyState>
        )}
      </Card>
      <Pager next={conversions?.nextCursor ?? null} />
    </>
  );
}

const isOfApproval = ({ source, campaign }: EarnedPay) => source === 'submission' && campaign === null;

function summed(all: readonly { currency: string; amount: number }[]) {
  const sums = new Map<string, number>();
  for (const { currency, amount } of all) sums.set(currency, (sums.get(currency) ?? 0) + amount);
  return [...sums].map(([currency, amount]) => ({ currency, amount }));
}

function waitingHint(waiting: readonly NonNullable<EarnedPay['waiting']>[]): string {
  if (waiting.length === 0) return 'no sale waits to become final';
  const sales = waiting.reduce((sum, one) => sum + one.sales, 0);
  const [next] = waiting.map(({ nextAt }) => nextAt).sort();
  const last = waiting
    .map(({ until }) => until)
    .sort()
    .at(-1);
  const when =
    day(next!) === day(last!) ? `final on ${day(next!)}` : `final from ${day(next!)} to ${day(last!)}`;
  return `${plural(sales, 'sale')}, ${when}`;
}

function columnsFor(at: PlaceVisit): Column<SubmissionConversion>[] {
  const isCreator = at.place.type === 'creator';
  const amountOf = (cents: number, { currency }: SubmissionConversion) =>
    currency === null ? '—' : money(cents, currency);
  return [
    {
      label: 'Conversion',
      main: true,
      cell: (one) => (
        <TwoLines
          title={one.value === null ? 'No value' : amountOf(one.value, one)}
          {...(isCreator ? {} : { href: at.to(`/pixels/${one.pixel}/events/${one.pixelEvent}`) })}
        >
          <Time at={one.occurredAt} />
        </TwoLines>
      ),
    },
    {
      label: 'Status',
      cell: (one) => (
        <span class="two-lines">
          <ConversionState one={one} />
          <span class="quiet">{reason(one)}</span>
        </span>
      ),
    },
    {
      label: 'Decided by',
      cell: (one) => (
        <span class="two-lines">
          <span>Value: {reporter(one.valueBy, isCreator)}</span>
          <span class="quiet">Credit: {reporter(one.creditBy, isCreator)}</span>
        </span>
      ),
    },
    {
      label: 'Returned',
      numeric: true,
      cell: (one) => (
        <TwoLines title={one.returned > 0 ? amountOf(one.returned, one) : '—'}>
          {one.returnedLate > 0 && `${amountOf(one.returnedLate, one)} later, still paid`}
        </TwoLines>
      ),
    },
    { label: 'Earned', numeric: true, cell: (one) => <Earned at={at} one={one} /> },
  ];
}

function ConversionState({ one: { status } }: { one: SubmissionConversion }) {
  if (status === 'waiting') return <Badge tone="info">Waiting</Badge>;
  if (status === 'final') return <Badge tone="success">Final</Badge>;
  return <Badge>Earns nothing</Badge>;
}

const NOTHING: Readonly<Record<NonNullable<SubmissionConversion['earnsNothing']>, string>> = {
  returned: 'Too little is left of the order',
  self_purchase: 'The creator bought it',
  code_stopped: 'Its code was stopped',
};

const UNPAID: Readonly<Record<NonNullable<SubmissionConversion['unpaid']>, string>> = {
  not_approved: 'The submission was not approved then',
  retainer: 'The retainer pays for this work',
  counted_before: 'The same sale was counted before',
  no_rule: 'No rule pays for it',
};

function reason({ waitsFor, waitsUntil, earnsNothing }: SubmissionConversion): string | null {
  if (earnsNothing !== null) return NOTHING[earnsNothing];
  if (waitsFor === null) return null;
  return waitsUntil === null ? WAITS[waitsFor] : `${WAITS[waitsFor]}, until ${day(waitsUntil)}`;
}

function reporter(source: SubmissionConversion['valueBy'], isCreator: boolean): string {
  if (source === null) return 'nobody yet';
  return {
    shop: 'the store',
    server: isCreator ? 'the brand’s server' : 'your server',
    browser: 'a browser',
  }[source];
}

function Earned({ at, one }: { at: PlaceVisit; one: SubmissionConversion }) {
  const { earned, unpaid } = one;
  if (earned === null) return <TwoLines title="—">{unpaid !== null && UNPAID[unpaid]}</TwoLines>;
  return (
    <TwoLines
      title={money(earned.amount, earned.currency)}
      {...(earned.earning === null ? {} : { href: at.to(`/earnings/${earned.earning}`) })}
    >
      {words(earned.status)}
    </TwoLines>
  );
}

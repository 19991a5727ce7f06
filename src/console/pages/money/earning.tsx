// One earning, explained from what happened to the payout.
import type { Earning } from '../../../domains/money/earnings/earning.ts';
import type { ExplanationStep } from '../../../domains/money/earnings/explanation.ts';
import { type IdKind, isId } from '../../../kit/ids.ts';
import { Card, Facts, PageHead } from '../../components/card.tsx';
import { Code } from '../../components/code.tsx';
import { Pager } from '../../components/table.tsx';
import { money, Time, words } from '../../format.tsx';
import { placePage } from '../../page.ts';
import type { PlaceVisit } from '../../visit.ts';
import { pageOfRecord } from '../places/find-record.ts';
import { namesFor } from '../places/names.ts';
import { State } from '../places/states.tsx';

export const earningPage = placePage({
  path: '/earnings/:earning',
  show: async (at) => {
    const one = await at.run('GET /v1/earnings/:id', {
      params: { id: at.params.earning ?? '' },
      query: { expand: 'explanation', ...at.given('cursor') },
    });
    const names = await namesFor(at, [one]);
    const title = `${money(one.net, one.currency)} from ${names.program(one.program)}`;
    return {
      title,
      body: (
        <>
          <PageHead title={title} back={{ href: at.to('/earnings'), label: 'Earnings' }}>
            {sumInWords(one)}
          </PageHead>
          <Card>
            <Facts
              facts={[
                ['Status', <State status={one.status} />],
                ['Source', words(one.source)],
                ...(one.holdUntilAt ? [['Hold ends', <Time at={one.holdUntilAt} exact />] as const] : []),
                ['Created', <Time at={one.occurredAt} exact />],
                ['ID', <Code>{one.id}</Code>],
              ]}
            />
          </Card>
          <Card title="Why this amount">
            <ol class="why">
              {(one.explanation ?? []).map((step) => (
                <Step at={at} step={step} />
              ))}
            </ol>
          </Card>
          <Pager next={one.explanationCursor ?? null} />
        </>
      ),
    };
  },
});

/** `$500.00 less the agency’s share of $50.00.` */
function sumInWords({ amount, fee, currency }: Earning): string {
  return fee === 0
    ? 'The whole amount is yours.'
    : `${money(amount, currency)}, less the agency’s share of ${money(fee, currency)}.`;
}

const STAGES: Record<ExplanationStep['step'], string> = {
  event: 'What happened',
  attribution: 'Why it counts',
  rule: 'What it pays',
  limit: 'Limit',
  payment: 'Payment',
  share: 'Agency’s share',
  taken_back: 'Taken back',
  hold: 'Hold',
  payout: 'Payout',
};

function Step({ at, step }: { at: PlaceVisit; step: ExplanationStep }) {
  const { amount, currency } = step;
  return (
    <li>
      <p class="why-stage">
        {/* A partner earns what is left once the creator has the rest. */}
        <strong>
          {step.step === 'share' && at.place.type === 'partner' ? 'Creator’s part' : STAGES[step.step]}
        </strong>
        {amount !== null && currency !== null && <span class="why-amount">{money(amount, currency)}</span>}
      </p>
      <p>{step.text}</p>
      <p class="quiet">
        {step.at !== null && <Time at={step.at} exact />}
        {linksTo(at, step).map(({ href, label }) => (
          <a href={href}>{label}</a>
        ))}
      </p>
    </li>
  );
}

/** What a creator has pages of. */
const LINKED = {
  submission: 'View submission',
  program: 'View program',
  retainer: 'View retainer',
  payment: 'View payment',
  payout: 'View payout',
} as const satisfies Partial<Record<IdKind, string>>;

type Linked = keyof typeof LINKED;

/** A partner's commissions come from records in its clients' workspaces; the payout alone is its own. */
const linkedAt = ({ place }: PlaceVisit): readonly Linked[] =>
  place.type === 'creator' ? (Object.keys(LINKED) as Linked[]) : ['payout'];

interface StepLink {
  href: string;
  label: string;
}

function linksTo(at: PlaceVisit, { step, records }: ExplanationStep): StepLink[] {
  const found = recordLinks(at, records);
  const isOnTheWay = step === 'hold' || step === 'payout';
  return found.length === 0 && isOnTheWay ? [{ href: at.to('/balance'), label: 'View balance' }] : found;
}

function recordLinks(at: PlaceVisit, records: readonly string[]): StepLink[] {
  return records.flatMap((id) => {
    const kind = linkedAt(at).find((one) => isId(id, [one]));
    const page = kind === undefined ? null : pageOfRecord(id);
    return kind === undefined || page === null ? [] : [{ href: at.to(page), label: LINKED[kind] }];
  });
}

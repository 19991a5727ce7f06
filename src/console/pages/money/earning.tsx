// One earning, explained from what happened to the payout.
import type { ExplanationStep } from '../../../domains/money/earnings/explanation.ts';
import { Card, Facts, PageHead } from '../../components/card.tsx';
import { Code } from '../../components/code.tsx';
import { Pager, Table, TwoLines } from '../../components/table.tsx';
import { money, Time, words } from '../../format.tsx';
import { placePage } from '../../page.ts';
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
          <PageHead title={title} back={{ href: at.to('/earnings'), label: 'Earnings' }} />
          <Card>
            <Facts
              facts={[
                ['Status', <State status={one.status} />],
                ['Source', words(one.source)],
                ['Amount', money(one.amount, one.currency)],
                ...(one.fee === 0 ? [] : [['Agency’s share', money(one.fee, one.currency)] as const]),
                ['You earn', money(one.net, one.currency)],
                ...(one.holdUntilAt ? [['Hold ends', <Time at={one.holdUntilAt} exact />] as const] : []),
                ...(one.submission
                  ? [['Submission', <a href={at.to(`/submissions/${one.submission}`)}>View</a>] as const]
                  : []),
                ['Created', <Time at={one.occurredAt} exact />],
                ['ID', <Code>{one.id}</Code>],
              ]}
            />
          </Card>
          <Card title="How it came about" flush>
            <Table label="Explanation" rows={one.explanation ?? []} columns={COLUMNS} />
          </Card>
          <Pager next={one.explanationCursor ?? null} />
        </>
      ),
    };
  },
});

const COLUMNS = [
  {
    label: 'Step',
    main: true,
    cell: (step: ExplanationStep) => <TwoLines title={words(step.step)}>{step.text}</TwoLines>,
  },
  { label: 'When', cell: ({ at }: ExplanationStep) => (at === null ? '—' : <Time at={at} />) },
  {
    label: 'Amount',
    numeric: true,
    cell: ({ amount, currency }: ExplanationStep) =>
      amount === null || currency === null ? '—' : money(amount, currency),
  },
];

// The component `earnings`: what a creator earned, where the money is, and why each amount is what it is.
import { useEffect, useState } from 'hono/jsx/dom';
import { Loading, More, useAttempt, Wrong } from './attempt.tsx';
import { behind, type ListPage, withNext } from './client.ts';
import { Back, ViewHead, type Workplace } from './parts.tsx';
import type { Balance, Earning, ExplanationStep, Program, Withdrawal } from './records.ts';
import { Withdrawals } from './withdrawals.tsx';

const EARNINGS = '/v1/earnings?limit=25';
const BUCKETS = ['withdrawable', 'available', 'pending', 'held', 'paid'] as const;

interface Shown {
  balance: Balance;
  earnings: ListPage<Earning>;
  programs: ReadonlyMap<string, string>;
  withdrawals: readonly Withdrawal[];
}

export function Earnings({ at }: { at: Workplace }) {
  const { client, language } = at;
  const [shown, setShown] = useState<Shown | null>(null);
  const [chosen, setChosen] = useState<Earning | null>(null);
  const [moved, setMoved] = useState(false);
  const { wrong, attempt } = useAttempt(at);
  const load = () =>
    attempt(async () => {
      const [balance, earnings, programs, withdrawals] = await Promise.all([
        client.get<Balance>('/v1/balance'),
        client.list<Earning>(EARNINGS),
        client.list<Program>('/v1/programs?limit=100'),
        client.list<Withdrawal>('/v1/withdrawals?limit=5'),
      ]);
      const names = new Map(programs.data.map(({ id, name }) => [id, name]));
      setShown({ balance, earnings, programs: names, withdrawals: withdrawals.data });
    });
  const loadMore = () =>
    attempt(async () => setShown({ ...shown!, earnings: await withNext(client, EARNINGS, shown!.earnings) }));
  useEffect(() => {
    void load();
    at.onBack(() => void load());
  }, []);
  const nameOf = (one: Earning) =>
    (one.program === null ? undefined : shown?.programs.get(one.program)) ??
    language.text(`source_${one.source}`);

  if (chosen) {
    const back = () => {
      setChosen(null);
      setMoved(true);
    };
    return <OneEarning key="one" at={at} earning={chosen} name={nameOf(chosen)} back={back} />;
  }
  if (!shown) return <Loading language={language} wrong={wrong} again={() => void load()} />;
  const { balance, earnings } = shown;
  return (
    <div key="all">
      {!at.hidden.has('title') && <ViewHead focus={moved}>{language.text('title_earnings')}</ViewHead>}
      {!at.hidden.has('balance') &&
        balance.balances.map((one) => (
          <dl key={one.currency} class="panel facts">
            {BUCKETS.map((name) => (
              <div key={name}>
                <dt>{language.text(`bucket_${name}`)}</dt>
                <dd>{language.money(one[name], one.currency)}</dd>
              </div>
            ))}
          </dl>
        ))}
      <Withdrawals at={at} balance={balance} withdrawals={shown.withdrawals} />
      <h2>{language.text('earned')}</h2>
      {earnings.data.length === 0 && <p class="quiet">{language.text('earnedNone')}</p>}
      <ul class="cards">
        {earnings.data.map((one) => (
          <li key={one.id}>
            <h3>
              {nameOf(one)}: {language.money(one.net, one.currency)}
            </h3>
            <p class="row">
              <span class="quiet">
                {language.date(one.occurredAt)} · {language.text(`bucket_${one.status}`)}
              </span>
              <button
                type="button"
                class="secondary"
                aria-label={`${language.text('why')} ${language.money(one.net, one.currency)}`}
                onClick={() => setChosen(one)}
              >
                {language.text('why')}
              </button>
            </p>
          </li>
        ))}
      </ul>
      <More language={language} cursor={earnings.nextCursor} more={() => void loadMore()} />
      <Wrong language={language} wrong={wrong} />
    </div>
  );
}

interface OneProps {
  at: Workplace;
  earning: Earning;
  name: string;
  back: () => void;
}

function OneEarning({ at, earning, name, back }: OneProps) {
  const { client, language } = at;
  const [steps, setSteps] = useState<readonly ExplanationStep[] | null>(null);
  const [cursor, setCursor] = useState<string | null>(null);
  const { wrong, attempt } = useAttempt(at);
  const load = (from: string | null) =>
    attempt(async () => {
      const path = `/v1/earnings/${earning.id}?expand=explanation${behind(from)}`;
      const one = await client.get<Earning>(path);
      setSteps([...(steps ?? []), ...(one.explanation ?? [])]);
      setCursor(one.explanationCursor ?? null);
    });
  useEffect(() => void load(null), []);
  return (
    <>
      <Back back={back}>{language.text('allEarnings')}</Back>
      <ViewHead focus>
        {name}: {language.money(earning.net, earning.currency)}
      </ViewHead>
      {earning.fee !== 0 && (
        <p>
          {language.text('share', {
            amount: language.money(earning.amount, earning.currency),
            fee: language.money(earning.fee, earning.currency),
          })}
        </p>
      )}
      <h2>{language.text('why')}</h2>
      {(wrong || !steps) && <Loading language={language} wrong={wrong} again={() => void load(cursor)} />}
      <ol class="cards">
        {(steps ?? []).map((step) => (
          <li>
            <h3>
              {language.text(`step_${step.step}`)}
              {step.amount !== null &&
                step.currency !== null &&
                `: ${language.money(step.amount, step.currency)}`}
            </h3>
            {/* The API tells it in English. */}
            <p lang="en">{step.text}</p>
            {step.at && <p class="quiet">{language.date(step.at)}</p>}
          </li>
        ))}
      </ol>
      {!wrong && <More language={language} cursor={cursor} more={() => void load(cursor)} />}
    </>
  );
}

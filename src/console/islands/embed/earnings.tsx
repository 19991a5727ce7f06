// The component `earnings`: what a creator earned, where the money is, and why each amount is what it is.
import { useEffect, useState } from 'hono/jsx/dom';
import type { ListPage } from './client.ts';
import { ViewHead, type Workplace, wordsOf } from './parts.tsx';
import type { Balance, Earning, ExplanationStep, Program, Withdrawal } from './records.ts';
import type { TextName } from './texts.ts';
import { Withdrawals } from './withdrawals.tsx';

const behind = (cursor: string | null) => (cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`);
const BUCKETS = ['pending', 'held', 'available', 'withdrawable', 'paid'] as const;

interface Shown {
  balance: Balance;
  earnings: ListPage<Earning>;
  programs: ReadonlyMap<string, string>;
  withdrawals: readonly Withdrawal[];
}

type Attempt = (what: () => Promise<void>) => Promise<void>;

function useAttempt(at: Workplace): [TextName | null, Attempt] {
  const [wrong, setWrong] = useState<TextName | null>(null);
  const attempt: Attempt = async (what) => {
    setWrong(null);
    try {
      await what();
    } catch (error) {
      if (!at.stop(error)) setWrong(wordsOf(error));
    }
  };
  return [wrong, attempt];
}

function Again({ at, wrong, again }: { at: Workplace; wrong: TextName; again: () => void }) {
  return (
    <section class="notice" role="alert">
      <p>{at.language.text(wrong)}</p>
      <button type="button" onClick={again}>
        {at.language.text('again')}
      </button>
    </section>
  );
}

export function Earnings({ at }: { at: Workplace }) {
  const { client, language } = at;
  const [shown, setShown] = useState<Shown | null>(null);
  const [chosen, setChosen] = useState<Earning | null>(null);
  const [moved, setMoved] = useState(false);
  const [wrong, attempt] = useAttempt(at);
  const load = () =>
    attempt(async () => {
      const [balance, earnings, programs, withdrawals] = await Promise.all([
        client.get<Balance>('/v1/balance'),
        client.list<Earning>('/v1/earnings?limit=25'),
        client.list<Program>('/v1/programs?limit=100'),
        client.list<Withdrawal>('/v1/withdrawals?limit=5'),
      ]);
      const names = new Map(programs.data.map(({ id, name }) => [id, name]));
      setShown({ balance, earnings, programs: names, withdrawals: withdrawals.data });
    });
  const loadMore = () =>
    attempt(async () => {
      const before = shown!.earnings;
      const next = await client.list<Earning>(`/v1/earnings?limit=25${behind(before.nextCursor)}`);
      setShown({ ...shown!, earnings: { ...next, data: [...before.data, ...next.data] } });
    });
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
  if (wrong && !shown) return <Again at={at} wrong={wrong} again={() => void load()} />;
  if (!shown) return <p role="status">{language.text('loading')}</p>;
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
            <p class="quiet">
              {language.date(one.occurredAt)} · {language.text(`bucket_${one.status}`)}
            </p>
            <p class="row">
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
      {earnings.nextCursor !== null && (
        <button type="button" class="secondary" onClick={() => void loadMore()}>
          {language.text('more')}
        </button>
      )}
      {wrong && (
        <p role="alert" class="wrong">
          {language.text(wrong)}
        </p>
      )}
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
  const [wrong, attempt] = useAttempt(at);
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
      <button type="button" class="link" onClick={back}>
        {language.text('allEarnings')}
      </button>
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
      {wrong && <Again at={at} wrong={wrong} again={() => void load(cursor)} />}
      {!steps && !wrong && <p role="status">{language.text('loading')}</p>}
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
      {cursor !== null && !wrong && (
        <button type="button" class="secondary" onClick={() => void load(cursor)}>
          {language.text('more')}
        </button>
      )}
    </>
  );
}

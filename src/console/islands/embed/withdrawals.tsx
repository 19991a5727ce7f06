// Withdrawing in the component `earnings`: asked for here, and confirmed by the record's person in a window of ours.
import { useState } from 'hono/jsx/dom';
import { WindowButton } from './gate.tsx';
import type { Workplace } from './parts.tsx';
import type { Balance, Withdrawal } from './records.ts';

export function Withdrawals({
  at,
  balance,
  withdrawals,
}: {
  at: Workplace;
  balance: Balance;
  withdrawals: readonly Withdrawal[];
}) {
  const { language } = at;
  const filled = balance.balances.filter(({ withdrawable }) => withdrawable > 0);
  const offers = at.session.features.includes('withdraw') && filled.length > 0;
  if (!offers && withdrawals.length === 0) return null;
  return (
    <>
      <h2>{language.text('withdrawals')}</h2>
      {offers &&
        filled.map(({ currency, withdrawable }) => (
          <Withdraw key={currency} at={at} currency={currency} most={withdrawable} />
        ))}
      <ul class="cards">
        {withdrawals.map((one) => (
          <li key={one.id}>
            <h3>{language.money(one.amount, one.currency)}</h3>
            <p class="quiet">
              {language.date(one.createdAt)} · {language.text(`withdrawal_${one.status}`)}
            </p>
          </li>
        ))}
      </ul>
    </>
  );
}

function Withdraw({ at, currency, most }: { at: Workplace; currency: string; most: number }) {
  const { language, own } = at;
  const [typed, setTyped] = useState(language.plain(most, currency));
  const amount = language.read(typed, currency);
  const fits = amount !== null && amount > 0 && amount <= most;
  const id = `withdraw-${currency}`;
  return (
    <div class="panel">
      <label for={id}>{language.text('withdrawAmount', { currency: currency.toUpperCase() })}</label>
      <input
        id={id}
        inputmode="decimal"
        autocomplete="off"
        value={typed}
        aria-invalid={!fits}
        aria-describedby={`${id}-about`}
        onInput={(event: Event) => setTyped((event.target as HTMLInputElement).value)}
      />
      <p id={`${id}-about`} class={fits ? 'quiet' : 'wrong'}>
        {language.text('withdrawMost', { amount: language.money(most, currency) })}
      </p>
      {fits && (
        <WindowButton
          own={own}
          language={language}
          label="withdrawMoney"
          page="/withdraw"
          more={`amount=${amount}&currency=${currency}`}
        />
      )}
      <p class="quiet">{language.text('withdrawAbout')}</p>
    </div>
  );
}

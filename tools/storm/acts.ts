// The requests of people in a storm. Each stores its answer, because exactly that must have happened, once.
import type { Random } from '../random.ts';
import type { Answer, Caller, Storm } from './world.ts';

export interface Asked {
  kind: 'payment' | 'withdrawal';
  caller: Caller;
  key: string;
  amount: number;
  /** The ID of the record in a 2xx answer; null for an error. */
  id: string | null;
}

export class Acts {
  /** Every request for money that was answered. */
  readonly asked: Asked[] = [];
  /** Payments whose cancellation was answered with 200. */
  readonly canceled = new Set<string>();
  readonly #storm: Storm;
  readonly #random: Pick<Random, 'chance' | 'below' | 'pick'>;
  readonly #open = new Set<Promise<void>>();
  readonly #unexpected: string[] = [];
  #counts: Record<string, number> = {};
  #keys = 0;

  constructor(storm: Storm, random: Pick<Random, 'chance' | 'below' | 'pick'>) {
    this.#storm = storm;
    this.#random = random;
  }

  /** Starts a request, which is repeated through kills until it is answered. */
  begin(): void {
    const { below } = this.#random;
    const act = ACTS[below(ACTS.length)]!;
    const running = this[act]().catch((error) => void this.#unexpected.push(`${act}: ${error}`));
    this.#open.add(running);
    void running.then(() => this.#open.delete(running));
  }

  /** How many requests are not answered yet. */
  get open(): number {
    return this.#open.size;
  }

  async settled(): Promise<void> {
    await Promise.all(this.#open);
    if (this.#unexpected.length > 0) throw new Error(this.#unexpected.slice(0, 10).join('\n'));
  }

  summary(): string {
    return Object.entries(this.#counts)
      .sort()
      .map(([what, n]) => `${n} ${what}`)
      .join(', ');
  }

  async pay(): Promise<void> {
    const { below, pick, chance } = this.#random;
    const caller = pick(this.#storm.brands);
    const amount = chance(0.1) ? 1 + below(40) : 100 + below(60_000);
    const body = { creator: pick(this.#storm.creators).id, amount, currency: 'usd' };
    await this.#money('payment', '/v1/payments', caller, body, amount);
  }

  async withdraw(): Promise<void> {
    const { pick, chance, below } = this.#random;
    const caller = pick([...this.#storm.creators, this.#storm.partner]);
    const body = chance(0.5) ? {} : { amount: 1 + below(20_000) };
    await this.#money('withdrawal', '/v1/withdrawals', caller, body, body.amount ?? 0);
  }

  async cancel(): Promise<void> {
    const id = this.#somePayment();
    if (!id) return;
    const answer = await this.#decide(id, { decision: 'cancel' });
    if (answer?.status === 200) this.canceled.add(id);
  }

  async dispute(): Promise<void> {
    const { chance } = this.#random;
    const id = this.#somePayment();
    if (!id) return;
    const answer = await this.#decide(id, { decision: 'dispute', reason: 'Not as agreed.' });
    if (answer?.status !== 200 || !chance(0.7)) return;
    const outcome = chance(0.5) ? 'creator' : 'refund';
    const body = { outcome, reason: 'The staff looked.', version: answer.body.data.version };
    const decided = await this.#storm.staff(`payments/${id}/resolution`, 'POST', body);
    this.#count('resolution', decided);
  }

  async card(): Promise<void> {
    const { pick, chance } = this.#random;
    await this.#storm
      .giveCard(
        pick(this.#storm.brands),
        chance(0.7) ? 'pm_card_bypassPending' : 'pm_card_chargeCustomerFail',
      )
      // A kill in between leaves a page that was never finished.
      .catch(() => undefined);
    this.#counts.cards = (this.#counts.cards ?? 0) + 1;
  }

  async #money(
    kind: Asked['kind'],
    path: string,
    caller: Caller,
    body: object,
    amount: number,
  ): Promise<void> {
    const key = `storm-${++this.#keys}`;
    const copies = this.#random.chance(0.3) ? 2 : 1;
    const answers = await Promise.all(
      Array.from({ length: copies }, () => this.#storm.call('POST', path, caller, body, key)),
    );
    for (const answer of answers) {
      this.#count(kind, answer);
      if (answer.status >= 300 && ![409, 422].includes(answer.status))
        throw new Error(`${path} answered ${answer.status} ${JSON.stringify(answer.body)}`);
    }
    const ids = new Set(answers.flatMap(({ status, body: said }) => (status < 300 ? [said.data.id] : [])));
    if (ids.size > 1) throw new Error(`${key} made ${[...ids].join(' and ')}`);
    this.asked.push({ kind, caller, key, amount, id: [...ids][0] ?? null });
  }

  async #decide(id: string, body: object): Promise<Answer | null> {
    const made = this.asked.find((one) => one.id === id)!;
    const answer = await this.#storm.call('PATCH', `/v1/payments/${id}`, made.caller, body);
    this.#count('decision', answer);
    return answer;
  }

  #somePayment(): string | null {
    const made = this.asked.filter((one) => one.kind === 'payment' && one.id !== null);
    return made.length === 0 ? null : this.#random.pick(made.slice(-30)).id;
  }

  #count(what: string, { status }: Answer): void {
    const name = `${what} ${status}`;
    this.#counts[name] = (this.#counts[name] ?? 0) + 1;
  }
}

const ACTS = [
  ...['pay', 'pay', 'pay', 'pay', 'withdraw', 'withdraw', 'cancel', 'cancel', 'dispute', 'card'],
] as ('pay' | 'withdraw' | 'cancel' | 'dispute' | 'card')[];

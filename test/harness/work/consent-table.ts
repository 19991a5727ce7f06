// Who may see what of creators and accounts, as a table that a test keeps beside the service: it is written
// from the specification, and uses none of the service's code.
import { expect } from 'vitest';
import type { Env } from '../../../src/env.ts';
import { seeded } from '../../../tools/random.ts';
import type { MintedPerson } from '../people/people.ts';
import type { Answer, Minted } from '../world.ts';

type Consent = 'none' | 'invited' | 'requested' | 'agreed' | 'over';
interface Pair {
  consent: Consent;
  /** Whether they have worked together before. */
  once: boolean;
  /**
   * Whether a partner has asked to represent the creator, and whether the creator's side agreed to exactly
   * that.
   */
  asks: boolean;
  represents: boolean;
}
export interface Creator {
  id: string;
  keeper: Account;
  email: string;
  network: boolean;
  /** The person who claimed or declined the record: from then on no key can act as this creator. */
  claim: { reader: MintedPerson; refused: boolean } | null;
}
export interface Account extends Minted {
  name: string;
  partner: boolean;
  /** The partner that manages the account. */
  agency: Account | null;
  programs: string[];
  /** A product with an access code, of which creators ask for samples. */
  product: string;
}
export interface Reader {
  caller: { key: string; as?: string };
  account: Account | null;
  creator: Creator | null;
  /** Whether a member of the account reads, who may see none of its money. */
  member?: true;
}
/** What a marker belongs to: a creator's public or private field, or an account's own field. */
type Meaning =
  | { of: 'creator'; creator: Creator; shown: 'public' | 'private' }
  | { of: 'account'; account: Account }
  | { of: 'address'; sample: StagedSample }
  | { of: 'code'; account: Account }
  | { of: 'creatorCode'; account: Account; creator: Creator }
  | { of: 'flag'; account: Account }
  /** A post of a creator's work for an account; what ads with it brought; the campaign and the ad themselves. */
  | { of: 'post'; account: Account; creator: Creator }
  | { of: 'result'; account: Account; creator: Creator }
  | { of: 'ad'; account: Account }
  /** The amount of a payment to a creator. */
  | { of: 'pay'; account: Account };

/** A sample that a creator asked an account for, with what the account answered. */
export interface StagedSample {
  id: string;
  account: Account;
  creator: Creator;
  approved: boolean;
}

export class Stage {
  readonly accounts: Account[] = [];
  readonly creators: Creator[] = [];
  readonly pairs = new Map<string, Pair>();
  readonly markers = new Map<string, Meaning>();
  /** An account may always see again what it wrote itself. */
  readonly written = new Map<Account, Set<string>>();
  readonly applied = new Map<string, { account: Account; creator: Creator; pending: boolean }>();
  /** The pairs that a person has ended. */
  readonly ended = new Set<Pair>();
  readonly samples: StagedSample[] = [];
  /** IDs of posts. */
  readonly posts: string[] = [];
  /** Texts and numbers that are no markers themselves, with the marker that stands for each. */
  readonly #stand = new Map<string, string>();
  readonly log: string[] = [];
  /** Another environment than the tests' own. */
  env?: Env;
  readonly random: () => number;
  /** Only this stage uses this prefix, so it ignores what another one left in the marketplace. */
  readonly #prefix: string;
  #markers = 0;

  constructor(seed: number) {
    this.random = seeded(seed).next;
    this.#prefix = `m${seed}k`;
  }

  pick<T>(of: readonly T[]): T {
    return of[Math.floor(this.random() * of.length)]!;
  }

  marker(meaning: Meaning, by?: Account): string {
    const text = `${this.#prefix}${String(++this.#markers).padStart(4, '0')}q`;
    this.markers.set(text, meaning);
    if (by) this.wrote(by, text);
    return text;
  }

  /** A creator's private number, as a marker. */
  phone(creator: Creator, by?: Account): string {
    const marker = this.marker({ of: 'creator', creator, shown: 'private' }, by);
    const number = `+4955${this.#prefix.replaceAll(/\D/g, '')}${marker.slice(this.#prefix.length, -1)}77`;
    this.#stand.set(number, marker);
    return number;
  }

  /** A text that is nobody else's business than a marker of this meaning would be. */
  known(text: string, meaning: Meaning): void {
    this.#stand.set(text, this.marker(meaning));
  }

  /** A number of eight digits that no other of this stage begins or ends like. */
  number(meaning: Meaning): number {
    const number = 40_000_000 + (this.#markers + 1) * 1009;
    this.known(String(number), meaning);
    return number;
  }

  /** An amount that no other payment has, as a page writes it. */
  amount(account: Account): number {
    const amount = 3_000_000 + (this.#markers + 1) * 1009;
    const [units, cents] = (amount / 100).toFixed(2).split('.');
    this.known(`${Number(units).toLocaleString('en-US')}.${cents}`, { of: 'pay', account });
    return amount;
  }

  wrote(account: Account, marker: string): void {
    this.written.set(account, (this.written.get(account) ?? new Set()).add(marker));
  }

  pair(account: Account, creator: Creator): Pair {
    const key = `${account.id} ${creator.id}`;
    const pair = this.pairs.get(key) ?? { consent: 'none', once: false, asks: false, represents: false };
    this.pairs.set(key, pair);
    return pair;
  }

  /**
   * @param how `asked` and `answered`: by adding the address, and by an answer to exactly that; otherwise by
   * working together.
   */
  yes(
    side: 'account' | 'creator',
    account: Account,
    creator: Creator,
    how: 'asked' | 'answered' | 'worked' = 'worked',
  ): void {
    const pair = this.pair(account, creator);
    const other = side === 'account' ? 'requested' : 'invited';
    if (pair.consent === 'agreed') return;
    const keeps = creator.keeper === account && !creator.claim;
    const agreed = pair.consent === other || keeps;
    if (how === 'asked') pair.asks = account.partner;
    // An invitation to a program asks only for work; it does not change what the partner asked before.
    if (how === 'worked' && (agreed || side === 'creator')) pair.asks = false;
    if (agreed) pair.represents = account.partner && (keeps || pair.asks);
    pair.consent = agreed ? 'agreed' : side === 'account' ? 'invited' : 'requested';
    if (agreed) pair.once = true;
  }

  end(account: Account, creator: Creator, side: 'account' | 'creator' = 'account'): void {
    const pair = this.pair(account, creator);
    if (pair.consent !== 'none') pair.consent = 'over';
    if (side === 'creator' && creator.claim) this.ended.add(pair);
    pair.asks = false;
    pair.represents = false;
    for (const one of this.applied.values())
      if (one.account === account && one.creator === creator) one.pending = false;
  }

  /**
   * A partner's link to a client brand: the brand's consent, and the creator's if the partner may give it.
   */
  link(partner: Account, client: Account, creator: Creator): void {
    const speaks = this.pair(partner, creator).represents && !this.ended.has(this.pair(client, creator));
    if (speaks) this.yes('creator', client, creator);
    this.yes('account', client, creator);
  }

  /** The table itself: may this reader see the marker's field? */
  allows({ account, creator, member }: Reader, marker: string): boolean {
    const meaning = this.markers.get(marker)!;
    if (meaning.of === 'pay') return !member && (account === null || this.#seesPay(account, meaning.account));
    if (meaning.of === 'account' || meaning.of === 'flag') return account === meaning.account;
    if (meaning.of === 'post') return account ? account === meaning.account : creator === meaning.creator;
    if (meaning.of === 'result' || meaning.of === 'ad') {
      // A partner reads the results of its clients.
      if (account) return account === meaning.account || account === meaning.account.agency;
      return meaning.of === 'result' && creator === meaning.creator;
    }
    if (meaning.of === 'creatorCode')
      return account ? account === meaning.account : creator === meaning.creator;
    if (meaning.of === 'address') return this.#address({ account, creator } as Reader, meaning.sample);
    if (meaning.of === 'code')
      return account
        ? account === meaning.account
        : this.samples.some(
            (one) => one.approved && one.account === meaning.account && one.creator === creator,
          );
    if (creator) return creator === meaning.creator;
    if (this.written.get(account!)?.has(marker)) return true;
    const about = meaning.creator;
    if (this.#whole({ account, creator } as Reader, about)) return true;
    const { consent, once } = this.pair(account!, about);
    return meaning.shown === 'public' && (about.network || consent === 'requested' || once);
  }

  check(reader: Reader, what: string, { body }: Answer): void {
    const text = JSON.stringify(body ?? '');
    const shown = [...text.matchAll(new RegExp(`${this.#prefix}\\d{4}q`, 'g'))].map(([marker]) => marker);
    for (const [known, marker] of this.#stand) if (text.includes(known)) shown.push(marker);
    for (const marker of shown)
      if (!this.allows(reader, marker))
        this.#fail(reader, `${JSON.stringify(this.markers.get(marker))} by ${what}`);
    for (const record of [body?.data].flat()) {
      const creator = this.creators.find(({ id }) => id === record?.id);
      if (creator && record.payouts && !this.#whole(reader, creator))
        this.#fail(reader, `the payouts of ${creator.id} by ${what}`);
    }
  }

  #fail({ account, creator }: Reader, what: string): never {
    expect.fail(`${account?.name ?? creator!.id} was told ${what}\n${this.log.slice(-12).join('\n')}`);
  }

  /** A partner sees what its clients pay, and what anybody pays to creators whom it represents. */
  #seesPay(account: Account, payer: Account): boolean {
    return account === payer || account.partner;
  }

  /** An address is its creator's, and once approved the account's while both agree, and of who manages the account. */
  #address({ account, creator }: Reader, sample: StagedSample): boolean {
    if (account === null) return creator === sample.creator;
    const sends = account === sample.account || account === sample.account.agency;
    return sends && sample.approved && this.pair(sample.account, sample.creator).consent === 'agreed';
  }

  /** Whether everything about a creator may be seen. */
  #whole({ account, creator }: Reader, about: Creator): boolean {
    if (account === null) return creator === about;
    // A record that its person declined stays visible to the account that wrote it.
    const keeps = about.keeper === account && about.claim?.refused !== false;
    return keeps || this.pair(account, about).consent === 'agreed';
  }
}

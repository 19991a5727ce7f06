// What may be seen of creators and accounts, and by whom, as a table that a test keeps beside the service: it is written
// from what is promised, and asks nothing of the service's own code.
import { expect } from 'vitest';
import { seeded } from '../../tools/random.ts';
import type { Answer, Minted } from './world.ts';

type Consent = 'none' | 'invited' | 'requested' | 'agreed' | 'over';
interface Pair {
  consent: Consent;
  /** They have worked together. */
  once: boolean;
}
export interface Creator {
  id: string;
  keeper: Account;
  email: string;
  network: boolean;
  /** Who took the record over, or refused it: from then on nobody acts as this creator by a key. */
  claim: { person: string; refused: boolean } | null;
}
export interface Account extends Minted {
  name: string;
  partner: boolean;
  programs: string[];
}
export interface Reader {
  caller: { key: string; as?: string };
  account: Account | null;
  creator: Creator | null;
}
/** What a marker stands for: a creator's public or private field, or a field of an account alone. */
type Meaning =
  | { of: 'creator'; creator: Creator; shown: 'public' | 'private' }
  | { of: 'account'; account: Account };

export class Stage {
  readonly accounts: Account[] = [];
  readonly creators: Creator[] = [];
  readonly pairs = new Map<string, Pair>();
  readonly markers = new Map<string, Meaning>();
  /** What an account wrote itself may always come back to it. */
  readonly written = new Map<Account, Set<string>>();
  readonly applied = new Map<string, { account: Account; creator: Creator; pending: boolean }>();
  readonly log: string[] = [];
  readonly random: () => number;
  /** Of this stage alone: what another one left in the marketplace is none of its business. */
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

  wrote(account: Account, marker: string): void {
    this.written.set(account, (this.written.get(account) ?? new Set()).add(marker));
  }

  pair(account: Account, creator: Creator): Pair {
    const key = `${account.id} ${creator.id}`;
    const pair = this.pairs.get(key) ?? { consent: 'none', once: false };
    this.pairs.set(key, pair);
    return pair;
  }

  yes(side: 'account' | 'creator', account: Account, creator: Creator): void {
    const pair = this.pair(account, creator);
    const other = side === 'account' ? 'requested' : 'invited';
    if (pair.consent === 'agreed') return;
    const keeps = creator.keeper === account && !creator.claim;
    if (pair.consent === other || keeps) pair.consent = 'agreed';
    else pair.consent = side === 'account' ? 'invited' : 'requested';
    if (pair.consent === 'agreed') pair.once = true;
  }

  end(account: Account, creator: Creator): void {
    const pair = this.pair(account, creator);
    if (pair.consent !== 'none') pair.consent = 'over';
    for (const one of this.applied.values())
      if (one.account === account && one.creator === creator) one.pending = false;
  }

  /** The table: may this reader see what the marker stands for? */
  allows({ account, creator }: Reader, marker: string): boolean {
    const meaning = this.markers.get(marker)!;
    if (meaning.of === 'account') return account === meaning.account;
    if (creator) return creator === meaning.creator;
    if (this.written.get(account!)?.has(marker)) return true;
    const about = meaning.creator;
    const { consent, once } = this.pair(account!, about);
    if ((about.keeper === account && !about.claim) || consent === 'agreed') return true;
    return meaning.shown === 'public' && (about.network || consent === 'requested' || once);
  }

  check(reader: Reader, what: string, { body }: Answer): void {
    for (const [marker] of JSON.stringify(body ?? '').matchAll(new RegExp(`${this.#prefix}\\d{4}q`, 'g'))) {
      if (this.allows(reader, marker)) continue;
      const who = reader.account?.name ?? reader.creator!.id;
      const lately = this.log.slice(-12).join('\n');
      expect.fail(`${who} was told ${JSON.stringify(this.markers.get(marker))} by ${what}\n${lately}`);
    }
  }
}

// What people read on pages and in mails: no more than the table of consents allows.
import { emit } from '../../../src/db/outbox.ts';
import { mailInvitations } from '../../../src/domains/work/claims/mail-invitations.ts';
import { HOUR_MS } from '../../../src/kit/time.ts';
import * as clock from '../clock.ts';
import { ask, type Browser, browserOf } from '../pages/pages.ts';
import { noticed } from '../people/notices.ts';
import { commit, type MintedPerson, mailsTo, mintPerson } from '../people/people.ts';
import { type Answer, systemCtx, testEnv } from '../world.ts';
import { asAccount, asCreator } from './consent-acts.ts';
import type { Account, Creator, Reader, Stage } from './consent-table.ts';

const EVERYBODYS = [
  ...['', '/applications', '/submissions', '/posts', '/retainers', '/samples', '/codes', '/programs'],
  ...['/notices', '/messages', '/payments', '/products', '/ad-authorizations'],
];
const ACCOUNTS = ['/creators', '/creators?visibility=network', '/campaigns', '/agreements', '/statement'];
const CREATORS = ['/brands', '/earnings', '/balance', '/profile', '/programs/discover'];

const asMember = (account: Account): Reader => ({ ...asAccount(account), member: true });

export class PageReaders {
  readonly stage: Stage;
  readonly #owners = new Map<Account, MintedPerson>();
  readonly #members = new Map<Account, MintedPerson>();
  #pages = 0;

  constructor(stage: Stage) {
    this.stage = stage;
  }

  /** An owner and a member for each account but the clients, whose partner's people stand for them. */
  async join(): Promise<void> {
    for (const account of this.stage.accounts) {
      if (account.agency !== null) continue;
      this.#owners.set(account, await mintPerson({ [account.id]: 'owner' }));
      this.#members.set(account, await mintPerson({ [account.id]: 'member' }));
    }
  }

  /** Somebody opens a page, or looks for something by the beginning of a marker. */
  async look(): Promise<void> {
    const { stage } = this;
    const own = stage.creators.filter(({ claim }) => claim?.refused === false);
    const reader =
      own.length === 0 || stage.random() < 0.7
        ? asAccount(stage.pick(stage.accounts))
        : asCreator(stage.pick(own));
    const marker = stage.pick([...stage.markers.keys()]);
    const creator = stage.pick(stage.creators).id;
    const paths = [
      ...EVERYBODYS,
      ...(reader.account ? [...ACCOUNTS, `/creators/${creator}`] : CREATORS),
      `/find?q=${marker.slice(0, 7)}`,
    ];
    await this.#open(reader, stage.pick(paths));
  }

  /** A member of an account opens each page once, and its owner the one of payments. */
  async readEverything(account: Account): Promise<void> {
    await this.#open(asAccount(account), '/payments');
    for (const path of [...EVERYBODYS, ...ACCOUNTS, `/creators/${this.stage.creators.at(-1)!.id}`])
      await this.#open(asMember(account), path);
  }

  /** Everybody's notices, and all mails. @returns how many pages showed something, and how many mails there were. */
  async readAll(): Promise<{ pages: number; mails: number }> {
    const { stage } = this;
    await this.#failPayments();
    await noticed(clock.now() + HOUR_MS);
    for (const account of stage.accounts) await this.#open(asAccount(account), '/notices');
    for (const creator of stage.creators.filter(({ claim }) => claim?.refused === false))
      await this.#open(asCreator(creator), '/notices');
    let mails = 0;
    const read = async (reader: Reader, { email }: { email: string }) => {
      for (const mail of await mailsTo(email)) {
        stage.check(reader, 'a mail', { body: mail } as unknown as Answer);
        mails++;
      }
    };
    for (const [account, person] of this.#owners) await read(asAccount(account), person);
    for (const [account, person] of this.#members) await read(asMember(account), person);
    for (const creator of stage.creators)
      if (creator.claim) await read(asCreator(creator), creator.claim.reader);
    await mailInvitations(systemCtx(clock.now() + HOUR_MS));
    mails += await this.#invitations();
    return { pages: this.#pages, mails };
  }

  /** Tells of each payment that it failed, which names the creator to the account, after whatever became of the two. */
  async #failPayments(): Promise<void> {
    const { results } = await testEnv.DB.prepare(
      'SELECT id AS payment, account_id AS account, creator_id AS creator FROM payments',
    ).all<{ payment: string; account: string; creator: string }>();
    await commit((ctx) => {
      for (const { payment, account, creator } of results)
        emit(ctx, { type: 'payment.failed', account, creator, data: { payment } });
    });
  }

  /** What addresses get that nobody has proved names accounts and programs, and none of what anybody wrote of a creator. */
  async #invitations(): Promise<number> {
    const nobody = { caller: { key: '' }, account: null, creator: null } as Reader;
    const { results } = await testEnv.DB.prepare('SELECT email FROM creators WHERE email IS NOT NULL').all<{
      email: string;
    }>();
    let found = 0;
    for (const { email } of results)
      for (const mail of await mailsTo(email)) {
        this.stage.check(nobody, 'an invitation', { body: mail } as unknown as Answer);
        found++;
      }
    return found;
  }

  async #open(reader: Reader, path: string): Promise<void> {
    const { stage } = this;
    const place = reader.account?.id ?? reader.creator!.id;
    const { status, html } = await ask(this.#browserOf(reader), `/app/${place}${path}`, {
      ...(stage.env && { env: stage.env }),
    });
    stage.log.push(`${reader.account?.name ?? reader.creator!.id} opens ${path} -> ${status}`);
    if (status >= 500) throw new Error(`${path} is ${status}`);
    if (status === 200) this.#pages++;
    stage.check(reader, `the page ${path}`, { body: html } as unknown as Answer);
  }

  #browserOf({ account, creator, member }: Reader): Browser {
    if (account === null) return browserOf((creator as Creator).claim!.reader);
    return browserOf((member ? this.#members : this.#owners).get(account.agency ?? account)!);
  }
}

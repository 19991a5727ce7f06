// The component `onboarding`: what a creator has to do before the account can work with them and pay them.
import { type Child, useEffect, useRef, useState } from 'hono/jsx/dom';
import { Refused } from '../refused.ts';
import { AgreeBox, AgreementList } from './agreements.tsx';
import { Loading, useAttempt, Wrong, wordsOf } from './attempt.tsx';
import { ofAccount } from './client.ts';
import { WindowButton } from './gate.tsx';
import { ViewHead, type Workplace } from './parts.tsx';
import {
  type Application,
  type Creator,
  type OpenAgreement,
  type Program,
  type Relationship,
  stateOf,
} from './records.ts';
import type { TextName } from './texts.ts';

/** Something that waits for the creator's yes: working with an account, or a program and its agreements. */
interface Asked {
  id: string;
  kind: 'relationship' | 'application';
  /** The account's or the program's. */
  name: string;
  invites: boolean;
  agreements: OpenAgreement[];
  version: number;
}

interface Shown {
  creator: Creator;
  asked: Asked[];
}

const KINDS = {
  relationship: { path: '/v1/relationships', yes: 'agreed', invites: 'invites' },
  application: { path: '/v1/applications', yes: 'approved', invites: 'invitesTo' },
} as const;

/** Those of so many accounts and programs are asked for at once; others follow once these are done. */
const MOST = 20;

async function readAll({ client, session }: Workplace): Promise<Shown> {
  const of = ofAccount(session);
  const [creator, relationships, applications, programs] = await Promise.all([
    client.get<Creator>(`/v1/creators/${session.creator}`),
    client.list<Relationship>(`/v1/relationships?status=invited,agreed&limit=${MOST}${of}`),
    client.list<Application>('/v1/applications?limit=100'),
    client.list<Program>(`/v1/programs?limit=100${of}`),
  ]);
  const names = new Map(programs.data.map(({ id, name }) => [id, name]));
  const required = applications.data.filter(
    ({ program, agreementsRequired, removed }) => names.has(program) && agreementsRequired && !removed,
  );
  // Only the single record says which agreements are to be accepted.
  const [whole, applied] = await Promise.all([
    Promise.all(relationships.data.map(({ id }) => client.get<Relationship>(`/v1/relationships/${id}`))),
    Promise.all(required.slice(0, MOST).map(({ id }) => client.get<Application>(`/v1/applications/${id}`))),
  ]);
  return {
    creator,
    asked: [
      ...whole
        .filter(({ status, agreements }) => status === 'invited' || agreements.length > 0)
        .map(({ id, accountName, status, agreements, version }): Asked => {
          const invites = status === 'invited';
          return { id, kind: 'relationship', name: accountName, invites, agreements, version };
        }),
      ...applied.map((one): Asked => {
        const { id, program, agreements, version } = one;
        const invites = stateOf(one) === 'status_invited';
        return { id, kind: 'application', name: names.get(program)!, invites, agreements, version };
      }),
    ],
  };
}

const isMine = ({ claim }: Creator) => claim?.status === 'claimed';
const hasProfile = ({ name, handle, bio }: Creator) => Boolean(name && handle && bio);
const hasPayouts = ({ payouts }: Creator) =>
  payouts?.identity.status === 'verified' && payouts.bankAccount?.status === 'added';

export function Onboarding({ at }: { at: Workplace }) {
  const { language, session } = at;
  const [shown, setShown] = useState<Shown | null>(null);
  const [done, setDone] = useState<TextName | null>(null);
  const told = useRef(false);
  const { wrong, busy, attempt, failed } = useAttempt(at, reasonOf);

  const may = (feature: string) => session.features.includes(feature);
  const load = async () => {
    const found = await readAll(at);
    setShown(found);
    const { creator, asked } = found;
    const isDone =
      isMine(creator) &&
      hasProfile(creator) &&
      asked.length === 0 &&
      (!may('payouts') || hasPayouts(creator));
    if (isDone && !told.current) {
      told.current = true;
      at.tell({ type: 'completed', kind: 'onboarding', id: creator.id });
    }
  };
  useEffect(() => {
    void attempt(load);
    // That comes in the middle of something else, so no button waits for it: a press would be lost.
    at.onBack(() => void load().catch(failed));
  }, []);
  /** @param kind what was sent, for the page around the frame. */
  const send = (path: string, body: object, kind: string, id: string, said: TextName) =>
    attempt(async () => {
      setDone(null);
      await at.client.send('PATCH', path, body);
      setDone(said);
      at.tell({ type: 'submitted', kind, id });
      await load();
    });

  if (!shown) return <Loading language={language} wrong={wrong} again={() => void attempt(load)} />;
  const { creator, asked } = shown;
  return (
    <>
      {!at.hidden.has('title') && <ViewHead focus={false}>{language.text('title_onboarding')}</ViewHead>}
      <ol class="cards">
        <Step at={at} head="step_mine" done={isMine(creator)}>
          <p>{language.text('mineAbout')}</p>
          <WindowButton own={at.own} language={language} label="mine" page="" />
        </Step>
        <Step at={at} head="step_profile" done={hasProfile(creator)} always={may('profile')}>
          {may('profile') && (
            <Profile
              key={String(creator.version)}
              at={at}
              creator={creator}
              busy={busy}
              save={(body) =>
                void send(`/v1/creators/${creator.id}`, body, 'profile', creator.id, 'done_profile')
              }
            />
          )}
        </Step>
        <Step at={at} head="step_agreements" done={asked.length === 0}>
          {asked.map((one) => (
            <Ask
              key={`${one.id} ${one.version}`}
              at={at}
              asked={one}
              busy={busy}
              accept={() => {
                const { path, yes } = KINDS[one.kind];
                const body = {
                  version: one.version,
                  ...(one.invites && { status: yes }),
                  ...(one.agreements.length > 0 && { acceptAgreements: true }),
                };
                void send(`${path}/${one.id}`, body, one.kind, one.id, 'done_agree');
              }}
            />
          ))}
        </Step>
        {may('payouts') && (
          <Step at={at} head="step_payouts" done={hasPayouts(creator)}>
            <p>
              {language.text(
                creator.payouts?.identity.status === 'pending' ? 'payoutsPending' : 'payoutsAbout',
              )}
            </p>
            <WindowButton own={at.own} language={language} label="payouts" page="/payouts" />
          </Step>
        )}
      </ol>
      <p role="status" class="said">
        {done && language.text(done)}
      </p>
      <Wrong language={language} wrong={wrong} />
    </>
  );
}

function reasonOf(error: unknown): TextName {
  if (error instanceof Refused && error.status === 422) return 'notAccepted';
  if (error instanceof Refused && error.code === 'conflict') return 'handleTaken';
  return wordsOf(error);
}

/** @param always whether its content stays once it is done. */
function Step({
  at: { language },
  head,
  done,
  always = false,
  children,
}: {
  at: Workplace;
  head: TextName;
  done: boolean;
  always?: boolean;
  children?: Child;
}) {
  return (
    <li>
      <div class="row between">
        <h2>{language.text(head)}</h2>
        <span class={done ? 'state done' : 'state'}>{language.text(done ? 'stepDone' : 'stepOpen')}</span>
      </div>
      {(!done || always) && children}
    </li>
  );
}

function Profile({
  at: { language },
  creator,
  busy,
  save,
}: {
  at: Workplace;
  creator: Creator;
  busy: boolean;
  save: (body: object) => void;
}) {
  const [typed, setTyped] = useState({
    name: creator.name,
    handle: creator.handle ?? '',
    bio: creator.bio ?? '',
  });
  const type = (name: keyof typeof typed) => (event: Event) =>
    setTyped({ ...typed, [name]: (event.target as HTMLInputElement).value });
  const submit = (event: Event) => {
    event.preventDefault();
    const { name, handle, bio } = typed;
    save({ name, handle: handle.trim() || null, bio: bio.trim() || null, version: creator.version });
  };
  return (
    <form onSubmit={submit}>
      <label for="profile-name">{language.text('profileName')}</label>
      <input id="profile-name" required maxlength={160} value={typed.name} onInput={type('name')} />
      <label for="profile-handle">{language.text('profileHandle')}</label>
      <input
        id="profile-handle"
        maxlength={31}
        autocapitalize="none"
        aria-describedby="profile-handle-about"
        value={typed.handle}
        onInput={type('handle')}
      />
      <p id="profile-handle-about" class="quiet">
        {language.text('profileHandleAbout')}
      </p>
      <label for="profile-bio">{language.text('profileBio')}</label>
      <textarea id="profile-bio" rows={4} maxlength={2_000} value={typed.bio} onInput={type('bio')} />
      <p class="row">
        <button type="submit" disabled={busy}>
          {language.text('save')}
        </button>
      </p>
    </form>
  );
}

function Ask({
  at: { language, session },
  asked,
  busy,
  accept,
}: {
  at: Workplace;
  asked: Asked;
  busy: boolean;
  accept: () => void;
}) {
  const [agreed, setAgreed] = useState(false);
  const [early, setEarly] = useState(false);
  const { name, kind, invites, agreements } = asked;
  return (
    <fieldset>
      <legend>{language.text(invites ? KINDS[kind].invites : 'asksFor', { name })}</legend>
      <AgreementList language={language} agreements={agreements} />
      {session.features.includes('agreements') && (
        <>
          {agreements.length > 0 && <AgreeBox language={language} agreed={agreed} setAgreed={setAgreed} />}
          <p class="row">
            <button
              type="button"
              disabled={busy}
              onClick={() => (agreements.length > 0 && !agreed ? setEarly(true) : accept())}
            >
              {language.text('acceptThis')}
            </button>
          </p>
          <Wrong language={language} wrong={early && !agreed ? 'agreeFirst' : null} />
        </>
      )}
    </fieldset>
  );
}

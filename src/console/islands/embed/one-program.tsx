// One program with the creator's application to it, and what can be done about that.
import { useEffect, useRef, useState } from 'hono/jsx/dom';
import { AgreeBox, AgreementList } from './agreements.tsx';
import { Loading, useAttempt, Wrong } from './attempt.tsx';
import { Back, Outside, useFocus, ViewHead, type Workplace } from './parts.tsx';
import { type Application, type PayRule, type Program, stateOf } from './records.ts';
import type { TextName } from './texts.ts';

function Pay({ at: { language }, pay }: { at: Workplace; pay: Program['pay'] }) {
  const money = (minor: number) => language.money(minor, pay.currency);
  const words = (rule: PayRule) =>
    language.text(rule.type, {
      amount: 'amount' in rule ? money(rule.amount) : '',
      percent: 'percent' in rule ? language.percent(rule.percent) : '',
      views: 'views' in rule ? language.count(rule.views) : '',
    });
  return (
    <section aria-labelledby="pay">
      <h2 id="pay">{language.text('pay')}</h2>
      {pay.rules.length === 0 ? (
        <p>{language.text('payNone')}</p>
      ) : (
        <ul class="points">
          {pay.rules.map((rule) => (
            <li key={rule.number}>{words(rule)}</li>
          ))}
        </ul>
      )}
      {pay.cap !== null && <p class="quiet">{language.text('payCap', { amount: money(pay.cap) })}</p>}
    </section>
  );
}

function Brief({ at: { language }, program }: { at: Workplace; program: Program }) {
  const { brief } = program;
  const lists = (['film', 'say', 'avoid'] as const).filter((name) => brief[name].length > 0);
  return (
    <>
      {brief.summary && <p>{brief.summary}</p>}
      {lists.map((name) => (
        <section key={name}>
          <h2>{language.text(name)}</h2>
          <ul class="points">
            {brief[name].map((line) => (
              <li>{line}</li>
            ))}
          </ul>
        </section>
      ))}
      {brief.links.length > 0 && (
        <section>
          <h2>{language.text('links')}</h2>
          <ul class="points">
            {brief.links.map((href) => (
              <li>
                <Outside href={href} language={language}>
                  {href}
                </Outside>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

type Act = 'apply' | 'accept' | 'decline' | 'withdraw' | 'agree';

/** The acts that end something are asked about first. */
const ASKED: readonly Act[] = ['decline', 'withdraw'];

const actsOf = (state: TextName, live: boolean): { first: Act | null; last: Act | null } => {
  if (state === 'status_none' || state === 'status_withdrawn')
    return { first: live ? 'apply' : null, last: null };
  if (state === 'status_invited') return { first: live ? 'accept' : null, last: 'decline' };
  return { first: null, last: state === 'status_pending' || state === 'status_approved' ? 'withdraw' : null };
};

interface QuestionProps {
  at: Workplace;
  busy: boolean;
  /** What the act is called. */
  act: string;
  yes: () => void;
  no: () => void;
}

/** Asks once more. The focus is on the answer that changes nothing, so that a key pressed twice does nothing. */
function Question({ at: { language }, busy, act, yes, no }: QuestionProps) {
  const safe = useRef<HTMLButtonElement>(null);
  useFocus(() => safe.current?.focus());
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields, and this asks about one act
    <div
      role="group"
      aria-labelledby="sure"
      class="row"
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key === 'Escape') no();
      }}
    >
      <span id="sure">{language.text('sure')}</span>
      <button type="button" class="danger" disabled={busy} onClick={yes}>
        {act}
      </button>
      <button type="button" class="secondary" ref={safe} onClick={no}>
        {language.text('no')}
      </button>
    </div>
  );
}

export function OneProgram({ at, id, back }: { at: Workplace; id: string; back: () => void }) {
  const [program, setProgram] = useState<Program | null>(null);
  const [application, setApplication] = useState<Application | null>(null);
  const [done, setDone] = useState<TextName | null>(null);
  const [asking, setAsking] = useState<Act | null>(null);
  const [agreed, setAgreed] = useState(false);
  const { wrong, setWrong, busy, attempt } = useAttempt(at);
  const end = useRef<HTMLButtonElement>(null);
  const { client, language } = at;

  const read = async () => {
    const [found, { data }] = await Promise.all([
      client.get<Program>(`/v1/programs/${id}`),
      client.list<Application>(`/v1/applications?program=${id}&limit=1`),
    ]);
    // Only the single record says which agreements are to be accepted.
    const own = data[0] ? await client.get<Application>(`/v1/applications/${data[0].id}`) : null;
    setProgram(found);
    setApplication(own);
    setAgreed(false);
  };
  useEffect(() => void attempt(read), []);
  /** Gives the focus back to the button that asked. */
  const leave = () => {
    setAsking(null);
    setTimeout(() => end.current?.focus());
  };

  const run = (act: Act) =>
    attempt(async () => {
      setDone(null);
      setAsking(null);
      try {
        const after = await perform(at, act, id, application);
        setDone(`done_${act}`);
        if (act === 'apply' || act === 'accept')
          at.tell({ type: 'submitted', kind: 'application', id: after.id });
        if ((act === 'apply' || act === 'accept' || act === 'agree') && !after.agreementsRequired)
          at.tell({ type: 'completed', kind: 'application', id: after.id });
      } finally {
        // After a refusal too: what was shown may no longer be so.
        await read().catch(() => {});
      }
    });

  const ways = <Back back={back}>{language.text('back')}</Back>;
  if (!program) {
    return (
      <>
        {ways}
        <Loading language={language} wrong={wrong} again={() => void attempt(read)} />
      </>
    );
  }
  const state = stateOf(application);
  const may = at.session.features.includes('apply');
  const { first, last } = may ? actsOf(state, program.status === 'live') : { first: null, last: null };
  const open = may && application?.agreementsRequired ? application.agreements : [];
  const mustAgree = open.length > 0;
  const isClosed = state === 'status_none' && program.status !== 'live';
  const proceed: Act | null = first ?? (mustAgree ? 'agree' : null);
  const label = (act: Act): TextName => {
    if (act === 'agree') return 'acceptAgreements';
    return act === 'withdraw' && state === 'status_approved' ? 'leave' : act;
  };
  return (
    <>
      {ways}
      <ViewHead focus>{program.name}</ViewHead>
      <p class="quiet">
        {[
          program.startsAt && language.text('from', { date: language.date(program.startsAt) }),
          program.endsAt && language.text('until', { date: language.date(program.endsAt) }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <Brief at={at} program={program} />
      <Pay at={at} pay={program.pay} />
      <section aria-labelledby="application" class="panel">
        <h2 id="application">{language.text('application')}</h2>
        <p>
          <span class="state">{language.text(state)}</span>
        </p>
        <p>{language.text(isClosed ? 'about_closed' : (state.replace('status', 'about') as TextName))}</p>
        {mustAgree && (
          <fieldset>
            <legend>{language.text('agreements')}</legend>
            <AgreementList language={language} agreements={open} />
            <AgreeBox language={language} agreed={agreed} setAgreed={setAgreed} />
          </fieldset>
        )}
        {asking ? (
          <Question
            key="question"
            at={at}
            busy={busy}
            act={language.text(label(asking))}
            yes={() => void run(asking)}
            no={() => leave()}
          />
        ) : (
          <div key="acts" class="row">
            {proceed && (
              <button
                type="button"
                disabled={busy}
                onClick={() => {
                  if (mustAgree && !agreed) setWrong('agreeFirst');
                  else void run(proceed);
                }}
              >
                {language.text(label(proceed))}
              </button>
            )}
            {last && (
              <button
                type="button"
                class="secondary"
                ref={end}
                disabled={busy}
                onClick={() => (ASKED.includes(last) ? setAsking(last) : void run(last))}
              >
                {language.text(label(last))}
              </button>
            )}
          </div>
        )}
        <p role="status" class="said">
          {done && language.text(done)}
        </p>
        <Wrong language={language} wrong={wrong} />
      </section>
    </>
  );
}

async function perform(
  { client }: Workplace,
  act: Act,
  program: string,
  application: Application | null,
): Promise<Application> {
  if (act === 'apply')
    return await client.send<Application>('POST', '/v1/applications', { program }, crypto.randomUUID());
  const { id, version } = application!;
  const body = {
    accept: { status: 'approved' },
    decline: { status: 'withdrawn' },
    withdraw: { status: 'withdrawn' },
    agree: { acceptAgreements: true },
  }[act];
  return await client.send<Application>('PATCH', `/v1/applications/${id}`, { ...body, version });
}

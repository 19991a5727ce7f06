// The component `submissions`: the videos that a creator sent in, by program, and sending one.
import { useEffect, useState } from 'hono/jsx/dom';
import { Loading, More, useAttempt, Wrong } from './attempt.tsx';
import { type ListPage, ofAccount, withNext } from './client.ts';
import { OneSubmission } from './one-submission.tsx';
import { ViewHead, type Workplace } from './parts.tsx';
import type { Program, Submission } from './records.ts';
import { SubmitForm } from './submit-form.tsx';
import type { TextName } from './texts.ts';

const SUBMISSIONS = '/v1/submissions?limit=50';

interface Shown {
  programs: Program[];
  submissions: ListPage<Submission>;
}

type View =
  | { name: 'all'; said: TextName | null }
  | { name: 'one'; submission: Submission }
  | { name: 'form'; program: Program };

export function Submissions({ at }: { at: Workplace }) {
  const { client, language } = at;
  const [shown, setShown] = useState<Shown | null>(null);
  const [view, setView] = useState<View>({ name: 'all', said: null });
  const [moved, setMoved] = useState(false);
  const { wrong, attempt } = useAttempt(at);
  const load = () =>
    attempt(async () => {
      const of = ofAccount(at.session);
      const [programs, applications, submissions] = await Promise.all([
        client.list<Program>(`/v1/programs?limit=100${of}`),
        client.list<{ program: string }>('/v1/applications?limit=100&status=approved'),
        client.list<Submission>(SUBMISSIONS),
      ]);
      const joined = new Set(applications.data.map(({ program }) => program));
      setShown({ programs: programs.data.filter(({ id }) => joined.has(id)), submissions });
    });
  const loadMore = () =>
    attempt(async () => {
      const submissions = await withNext(client, SUBMISSIONS, shown!.submissions);
      setShown({ ...shown!, submissions });
    });
  useEffect(() => void load(), []);
  const back = (said: TextName | null = null) => {
    setView({ name: 'all', said });
    setMoved(true);
    void load();
  };

  if (view.name === 'form') {
    return <SubmitForm key="form" at={at} program={view.program} before={null} back={back} />;
  }
  if (view.name === 'one') {
    return <OneSubmission key={view.submission.id} at={at} submission={view.submission} back={back} />;
  }
  if (!shown) return <Loading language={language} wrong={wrong} again={() => void load()} />;
  const { programs, submissions } = shown;
  const may = at.session.features.includes('submit');
  const names = new Map(programs.map(({ id, name }) => [id, name]));
  const others = submissions.data.filter(({ program }) => !names.has(program));
  return (
    <div key="all">
      {!at.hidden.has('title') && <ViewHead focus={moved}>{language.text('title_submissions')}</ViewHead>}
      <p role="status" class="said">
        {view.said && language.text(view.said)}
      </p>
      {programs.length === 0 && others.length === 0 && (
        <p class="quiet">{language.text(may ? 'programsNone' : 'sentNone')}</p>
      )}
      {programs.map((program) => (
        <section key={program.id} aria-labelledby={program.id}>
          <div class="row between">
            <h2 id={program.id}>{program.name}</h2>
            {may && program.status === 'live' && (
              <button
                type="button"
                aria-label={language.text('sendInTo', { name: program.name })}
                onClick={() => setView({ name: 'form', program })}
              >
                {language.text('sendIn')}
              </button>
            )}
          </div>
          <Cards
            at={at}
            submissions={submissions.data.filter((one) => one.program === program.id)}
            open={(submission) => setView({ name: 'one', submission })}
          />
        </section>
      ))}
      {others.length > 0 && (
        <Cards at={at} submissions={others} open={(submission) => setView({ name: 'one', submission })} />
      )}
      <More language={language} cursor={submissions.nextCursor} more={() => void loadMore()} />
      <Wrong language={language} wrong={wrong} />
    </div>
  );
}

interface CardsProps {
  at: Workplace;
  submissions: readonly Submission[];
  open: (submission: Submission) => void;
}

function Cards({ at: { language }, submissions, open }: CardsProps) {
  if (submissions.length === 0) return <p class="quiet">{language.text('sentNone')}</p>;
  return (
    <ul class="cards">
      {submissions.map((one) => {
        const name = language.text('videoOf', { date: language.date(one.submittedAt) });
        return (
          <li key={one.id}>
            <h3>{name}</h3>
            {one.caption && <p class="cut">{one.caption}</p>}
            {one.status === 'revision' && one.note && <blockquote>{one.note}</blockquote>}
            {one.paid && (
              <p>
                {language.text('paidFor', { amount: language.money(one.paid.amount, one.paid.currency) })}
              </p>
            )}
            <p class="row">
              <span class="state">{language.text(`sub_${one.status}`)}</span>
              <button
                type="button"
                class="secondary"
                aria-label={language.text('details', { name })}
                onClick={() => open(one)}
              >
                {language.text('open')}
              </button>
            </p>
          </li>
        );
      })}
    </ul>
  );
}

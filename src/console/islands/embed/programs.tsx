// The component `programs`: what a creator is in or can join, and the application to one.
import { useEffect, useState } from 'hono/jsx/dom';
import { Loading, More, useAttempt, Wrong } from './attempt.tsx';
import { behind, type ListPage, ofAccount, withNext } from './client.ts';
import { OneProgram } from './one-program.tsx';
import { ViewHead, type Workplace } from './parts.tsx';
import { type Application, type Program, stateOf } from './records.ts';
import type { TextName } from './texts.ts';

interface Lists {
  yours: ListPage<Program>;
  others: ListPage<Program>;
  /** By program. */
  applications: ReadonlyMap<string, Application>;
}

/** Pages of applications that are read: who has more sees the state of the others in their details. */
const MOST_PAGES = 5;

async function readApplications({ client }: Workplace): Promise<Map<string, Application>> {
  const found = new Map<string, Application>();
  let cursor: string | null = null;
  for (let pages = 0; pages < MOST_PAGES; pages++) {
    const page: ListPage<Application> = await client.list(`/v1/applications?limit=100${behind(cursor)}`);
    for (const one of page.data) found.set(one.program, one);
    cursor = page.nextCursor;
    if (cursor === null) break;
  }
  return found;
}

export function Programs({ at }: { at: Workplace }) {
  const [lists, setLists] = useState<Lists | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const [moved, setMoved] = useState(false);
  const { language } = at;
  const of = ofAccount(at.session);
  const paths = {
    yours: `/v1/programs?limit=25${of}`,
    others: `/v1/programs?scope=network&limit=25${of}`,
  };
  const { wrong, attempt } = useAttempt(at);
  const load = () =>
    attempt(async () => {
      const [yours, others, applications] = await Promise.all([
        at.client.list<Program>(paths.yours),
        at.client.list<Program>(paths.others),
        readApplications(at),
      ]);
      setLists({ yours, others, applications });
    });
  const loadMore = (which: 'yours' | 'others') =>
    attempt(async () =>
      setLists({ ...lists!, [which]: await withNext(at.client, paths[which], lists![which]) }),
    );
  useEffect(() => void load(), []);

  if (chosen !== null) {
    return (
      <OneProgram
        at={at}
        id={chosen}
        back={() => {
          setChosen(null);
          setMoved(true);
          void load();
        }}
      />
    );
  }
  if (!lists) return <Loading language={language} wrong={wrong} again={() => void load()} />;
  const mine = new Set(lists.yours.data.map(({ id }) => id));
  const open = {
    ...lists.others,
    data: lists.others.data.filter(({ id }) => !mine.has(id) && !lists.applications.has(id)),
  };
  const list = (which: 'yours' | 'others', none: TextName, { data, nextCursor }: ListPage<Program>) => (
    <section aria-labelledby={which}>
      <h2 id={which}>{language.text(which)}</h2>
      {data.length === 0 && nextCursor === null && <p class="quiet">{language.text(none)}</p>}
      <ul class="cards">
        {data.map((one) => (
          <li key={one.id}>
            <h3>{one.name}</h3>
            {one.brief.summary && <p>{one.brief.summary}</p>}
            <p class="row">
              <span class="state">{language.text(stateOf(lists.applications.get(one.id) ?? null))}</span>
              <button
                type="button"
                class="secondary"
                aria-label={language.text('details', { name: one.name })}
                onClick={() => setChosen(one.id)}
              >
                {language.text('open')}
              </button>
            </p>
          </li>
        ))}
      </ul>
      <More language={language} cursor={nextCursor} more={() => void loadMore(which)} />
    </section>
  );
  return (
    <>
      {!at.hidden.has('title') && <ViewHead focus={moved}>{language.text('title_programs')}</ViewHead>}
      {list('yours', 'yoursNone', lists.yours)}
      {!at.hidden.has('others') && list('others', 'othersNone', open)}
      <Wrong language={language} wrong={wrong} />
    </>
  );
}

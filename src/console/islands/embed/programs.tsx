// The component `programs`: what a creator is in or can join, and the application to one.
import { useEffect, useState } from 'hono/jsx/dom';
import type { ListPage } from './client.ts';
import { OneProgram } from './one-program.tsx';
import { ViewHead, type Workplace, wordsOf } from './parts.tsx';
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

const behind = (cursor: string | null) => (cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`);

export function Programs({ at }: { at: Workplace }) {
  const [lists, setLists] = useState<Lists | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const [wrong, setWrong] = useState<TextName | null>(null);
  const [moved, setMoved] = useState(false);
  const { language } = at;
  const of = at.session.account === null ? '' : `&account=${at.session.account}`;
  const paths = {
    yours: `/v1/programs?limit=25${of}`,
    others: `/v1/programs?scope=network&limit=25${of}`,
  };

  const attempt = async (what: () => Promise<void>) => {
    setWrong(null);
    try {
      await what();
    } catch (error) {
      if (!at.stop(error)) setWrong(wordsOf(error));
    }
  };
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
    attempt(async () => {
      const before = lists![which];
      const next = await at.client.list<Program>(paths[which] + behind(before.nextCursor));
      setLists({ ...lists!, [which]: { ...next, data: [...before.data, ...next.data] } });
    });
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
  if (wrong) {
    return (
      <section class="notice" role="alert">
        <p>{language.text(wrong)}</p>
        <button type="button" onClick={() => void (lists ? setWrong(null) : load())}>
          {language.text('again')}
        </button>
      </section>
    );
  }
  if (!lists) return <p role="status">{language.text('loading')}</p>;
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
      {nextCursor !== null && (
        <button type="button" class="secondary" onClick={() => void loadMore(which)}>
          {language.text('more')}
        </button>
      )}
    </section>
  );
  return (
    <>
      {!at.hidden.has('title') && <ViewHead focus={moved}>{language.text('title_programs')}</ViewHead>}
      {list('yours', 'yoursNone', lists.yours)}
      {!at.hidden.has('others') && list('others', 'othersNone', open)}
    </>
  );
}

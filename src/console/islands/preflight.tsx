// Checks a form while it is filled in: lists all problems beside it, and shows those of changed fields at the
// fields. It asks one question at a time, a while after the last change. Without this script, the same
// problems are shown when the form is sent.
import { render } from 'hono/jsx/dom';
import { saidTogether } from '../said-together.ts';

interface Problem {
  /** The field's name in the form. */
  name: string;
  /** The field's label, for problems without a field in the form. */
  place: string;
  code: string;
  message: string;
  fix: string;
}

type Answer = { problems: Problem[]; warnings: Problem[] } | { error: string };

const WAIT_MS = 700;

const BY_STATUS: Record<number, string> = {
  401: 'You have been signed out. Submit the form anyway: you are asked to sign in, and nothing you filled in is lost.',
  403: 'Another person is signed in now, or your role has changed. Submit the form anyway: nothing you filled in is lost.',
};
const UNREACHABLE = 'The service cannot be reached right now.';

const host = document.querySelector<HTMLElement>('[data-preflight]');
const form = host?.closest('.with-aside')?.querySelector('form');
if (host && form) watch(host, form);

function watch(host: HTMLElement, form: HTMLFormElement): void {
  /** Fields that the person has changed; all fields after the form was refused. */
  const touched = new Set<string>();
  const refused = form.querySelector('.field-error') !== null;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let asking = false;
  let again = false;

  const ask = async () => {
    if (asking) {
      again = true;
      return;
    }
    asking = true;
    again = false;
    const answer = await questionOf(form);
    asking = false;
    // If the form changed meanwhile, ask again: showing an outdated answer would only flicker.
    if (again) return void ask();
    show(answer);
  };
  const show = (answer: Answer) => {
    const isChecked = 'problems' in answer;
    const said = Map.groupBy(isChecked ? answer.problems : [], ({ name }) => name);
    for (const field of form.querySelectorAll<HTMLElement>('.field')) {
      const name = nameIn(field);
      // If the check failed, only changed fields are cleared: their old messages may be wrong now.
      if (name === null || !((refused && isChecked) || touched.has(name))) continue;
      setError(field, name, saidTogether(said.get(name) ?? []));
    }
    render(<Panel answer={answer} form={form} />, host);
  };
  const changed = (event: Event) => {
    const { name } = event.target as HTMLInputElement;
    if (!name || name.startsWith('_')) return;
    touched.add(name);
    clearTimeout(waiting);
    waiting = setTimeout(() => void ask(), WAIT_MS);
  };
  form.addEventListener('input', changed);
  form.addEventListener('change', changed);
  void ask();
}

async function questionOf(form: HTMLFormElement): Promise<Answer> {
  const fields = new URLSearchParams();
  // Search texts of lists are not part of the campaign.
  for (const [name, value] of new FormData(form))
    if (typeof value === 'string' && !/^_f(?:ind\.|ound$)/.test(name)) fields.append(name, value);
  fields.set('_action', 'check');
  try {
    const response = await fetch(form.action, { method: 'POST', body: fields, redirect: 'manual' });
    if (response.headers.get('content-type')?.startsWith('application/json'))
      return (await response.json()) as Answer;
    await response.body?.cancel();
    return { error: BY_STATUS[response.status] ?? UNREACHABLE };
  } catch {
    return { error: UNREACHABLE };
  }
}

const nameIn = (field: HTMLElement): string | null =>
  field.querySelector<HTMLInputElement>('input, select, textarea')?.name ?? null;

/** Renders an error as the server would. */
function setError(field: HTMLElement, name: string, message: string): void {
  const id = `create-${name}`.replace(/[^\w-]/g, '-');
  const there = field.querySelector('.field-error');
  field.classList.toggle('wrong', message !== '');
  const described = field.matches('fieldset') ? field : field.querySelector('input, select, textarea')!;
  const others = (described.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .filter((one) => one && one !== `${id}-error`);
  const all = message === '' ? others : [`${id}-error`, ...others];
  if (all.length > 0) described.setAttribute('aria-describedby', all.join(' '));
  else described.removeAttribute('aria-describedby');
  if (message === '') {
    there?.remove();
    described.removeAttribute('aria-invalid');
    return;
  }
  const line = there ?? document.createElement('p');
  line.className = 'field-error';
  line.id = `${id}-error`;
  if (line.textContent !== message) line.textContent = message;
  if (!there) (field.matches('.check') ? field.lastElementChild! : field).append(line);
  if (described !== field) described.setAttribute('aria-invalid', 'true');
}

function Panel({ answer, form }: { answer: Answer; form: HTMLFormElement }) {
  if ('error' in answer)
    return (
      <>
        <p class="two-lines-title" role="status">
          Couldn’t check the campaign
        </p>
        <p class="quiet">{answer.error}</p>
      </>
    );
  const placed = (all: readonly Problem[]) =>
    [...Map.groupBy(all, ({ name }) => name)]
      .map(([name, problems]) => ({ name, problems, field: fieldOf(form, name) }))
      .sort(inOrder);
  const byPlace = placed(answer.problems);
  const warnings = placed(answer.warnings);
  const empty = byPlace.filter(({ problems }) => problems.every(({ code }) => code === 'required'));
  const wrong = byPlace.filter((one) => !empty.includes(one));
  return (
    <>
      <p class="two-lines-title" role="status">
        {byPlace.length === 0
          ? 'Ready to publish'
          : wrong.length === 0
            ? counted(empty.length, 'required field')
            : counted(wrong.length, 'error')}
      </p>
      <List items={wrong} />
      {wrong.length > 0 && empty.length > 0 && (
        <p class="two-lines-title">{counted(empty.length, 'required field')}</p>
      )}
      <List items={empty} brief />
      {warnings.length > 0 && <p class="two-lines-title">{counted(warnings.length, 'warning')}</p>}
      <List items={warnings} />
    </>
  );
}

const counted = (n: number, one: string) => `${n} ${one}${n === 1 ? '' : 's'}`;

interface Item {
  name: string;
  problems: Problem[];
  field: HTMLElement | null;
}

/** @param brief shows only the fields' names: they are all just empty. */
function List({ items, brief }: { items: readonly Item[]; brief?: boolean }) {
  return (
    <ul class="aside-list">
      {items.map(({ problems, field }) => (
        <li>
          {field ? (
            <a
              href={`#${inputIn(field).id || field.id}`}
              onClick={(event: Event) => {
                event.preventDefault();
                inputIn(field).focus();
                field.scrollIntoView({ block: 'center' });
              }}
            >
              {labelOf(field)}
            </a>
          ) : (
            <span class="two-lines-title">{problems[0]!.place}</span>
          )}
          {!brief && <span class="quiet">{saidTogether(problems)}</span>}
        </li>
      ))}
    </ul>
  );
}

const inputIn = (field: HTMLElement) => field.querySelector<HTMLInputElement>('input, select, textarea')!;

const labelOf = (field: HTMLElement): string =>
  field.querySelector('legend, label')?.firstChild?.textContent?.trim() ?? '';

function fieldOf(form: HTMLFormElement, name: string): HTMLElement | null {
  const found = [...form.querySelectorAll<HTMLInputElement>('input:not([type=hidden]), select, textarea')];
  return found.find((one) => one.name === name)?.closest<HTMLElement>('.field') ?? null;
}

/** In the order of the form's fields; problems without a field come first. */
function inOrder({ field: a }: Item, { field: b }: Item): number {
  if (!a || !b) return Number(a !== null) - Number(b !== null);
  return a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
}

// Keeps what is typed into a long form in the browser, for a closed tab: for seven days, for its person alone, and never
// passwords, codes or files. It is gone once the form was accepted, and with the sign-out. The person decides whether to go on.

const PREFIX = 'draft ';
const KEPT_MS = 7 * 86_400_000;
const SENT = 'draft sent';

interface Draft {
  at: number;
  fields: [name: string, value: string][];
  /** What its person saw of the record, and the form's key. */
  seen: [name: string, value: string][];
}

forgetUntil(Date.now() - KEPT_MS);
// The browser fills in again what was typed before the person went on, and that may have been accepted since.
const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
const isGoneBackTo = arrival?.type === 'back_forward';
const forms = [...document.querySelectorAll<HTMLFormElement>('form[data-draft]')];
// The page after a form says which one was accepted. Without that a form that was sent may have been lost on the way.
const [sent, ...sentKey] = sessionStorage.getItem(SENT)?.split(' ') ?? [];
if (sent !== undefined && document.documentElement.dataset.accepted === sent)
  localStorage.removeItem(sentKey.join(' '));
sessionStorage.removeItem(SENT);

/** Also forgets what cannot be read. */
function forgetUntil(end: number): void {
  for (const key of Object.keys(localStorage))
    if (key.startsWith(PREFIX) && !((read(key)?.at ?? 0) > end)) localStorage.removeItem(key);
}

function keyOf(form: HTMLFormElement): string {
  return `${PREFIX}${form.dataset.draft} ${location.pathname}${location.search}`;
}

function keep(form: HTMLFormElement): void {
  const key = keyOf(form);
  const draft = read(key);
  // A form that came back has what was typed.
  if (draft && form.dataset.back === undefined) offer(form, key, draft);
  // What was typed before this script came told it nothing.
  if (!isGoneBackTo && isChanged(form)) write(form, key);
  let waiting: ReturnType<typeof setTimeout> | undefined;
  form.addEventListener('input', () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => write(form, key), 500);
  });
  form.addEventListener('submit', () => {
    clearTimeout(waiting);
    write(form, key);
    if (!navigator.onLine) return;
    const id = crypto.randomUUID();
    form.querySelector('[name="_draft"]')?.remove();
    form.append(hidden('_draft', id));
    sessionStorage.setItem(SENT, `${id} ${key}`);
  });
}

function read(key: string): Draft | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as Draft | null;
  } catch {
    return null;
  }
}

/** Hidden fields that go with what was typed: the state of the record, and the key by which a form is done once. */
const BELONGS = ['_seen', '_was', '_once'];

const element = (tag: string, more: object) => Object.assign(document.createElement(tag), more);
const hidden = (name: string, value: string) => element('input', { type: 'hidden', name, value });

type Input = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** The fields that people fill in, without what must not be kept. */
const KEPT =
  'textarea,select,input:not([type=hidden],[type=password],[type=file],[autocomplete=one-time-code])';

function inputs(form: HTMLFormElement): Input[] {
  const secrets = [...form.querySelectorAll<HTMLInputElement>('input[name="_secret"]')].map(
    ({ value }) => value,
  );
  return ([...form.elements] as Input[]).filter(
    (one) => one.matches(KEPT) && one.name !== '' && !secrets.includes(one.name),
  );
}

const isChoice = (one: Input): one is HTMLInputElement => one.matches('[type=checkbox],[type=radio]');

/** What is filled in. */
const typedIn = (form: HTMLFormElement): Draft['fields'] =>
  inputs(form)
    .filter((one) => !isChoice(one) || one.checked)
    .map(({ name, value }) => [name, value]);

/** Whether a form says anything else than the page was served with. */
function isChanged(form: HTMLFormElement): boolean {
  // A copy that was reset has the defaults as a browser puts them: without spaces, or a first option.
  const served = form.cloneNode(true) as HTMLFormElement;
  served.reset();
  return `${typedIn(form)}` !== `${typedIn(served)}`;
}

function write(form: HTMLFormElement, key: string): void {
  const seen = [...form.querySelectorAll<HTMLInputElement>('input[type="hidden"]')]
    .filter(({ name }) => BELONGS.includes(name))
    .map(({ name, value }): [string, string] => [name, value]);
  try {
    localStorage.setItem(
      key,
      JSON.stringify({ at: Date.now(), fields: typedIn(form), seen } satisfies Draft),
    );
  } catch {
    // A full or forbidden storage keeps no draft, and the form works without.
  }
}

/** Says that there is a draft; its person continues it or throws it away. */
function offer(form: HTMLFormElement, key: string, draft: Draft): void {
  const notice = element('div', { className: 'notice info draft-offer', role: 'note' });
  const text = element('div', {
    className: 'notice-text',
    textContent: `You began to fill in this form on ${new Date(draft.at).toLocaleString()}. `,
  });
  const button = (label: string, act: () => void) => {
    const made = element('button', {
      type: 'button',
      className: 'button secondary small',
      textContent: label,
    });
    made.addEventListener('click', () => {
      act();
      notice.remove();
    });
    return made;
  };
  const buttons = element('div', { className: 'buttons' });
  buttons.append(
    button('Restore draft', () => fill(form, draft)),
    button('Discard draft', () => localStorage.removeItem(key)),
  );
  text.append(buttons);
  notice.append(text);
  form.prepend(notice);
}

function fill(form: HTMLFormElement, { fields, seen }: Draft): void {
  const values = Map.groupBy(fields, ([name]) => name);
  for (const one of inputs(form)) {
    const typed = values.get(one.name)?.map(([, value]) => value) ?? [];
    if (isChoice(one)) one.checked = typed.includes(one.value);
    else if (typed.length > 0) one.value = typed.shift()!;
  }
  // It still belongs to the version that its person saw, so a change since then is told; and what was done by it already,
  // though its answer was lost, is not done again.
  for (const [name] of seen) for (const field of form.querySelectorAll(`[name="${name}"]`)) field.remove();
  for (const [name, value] of seen) form.append(hidden(name, value));
  form.dispatchEvent(new Event('change', { bubbles: true }));
}

// At the end, because it needs all above at once.
for (const form of forms) keep(form);
if (location.pathname === '/sign-out') document.addEventListener('submit', () => forgetUntil(Infinity));

// Lists in which rows are selected: all rows at once, how many are selected, the selection after Back, and sending an
// action for more than ten records in tens. Everything works without this script too.

const list = document.querySelector<HTMLFormElement>('form[data-bulk]');
if (list) select(list);

const send = document.querySelector<HTMLElement>('[data-bulk-send]')?.closest('form');
if (send) send.addEventListener('submit', (event) => void sendInTens(event, send));

interface Kept {
  chosen?: string[];
}

function select(form: HTMLFormElement): void {
  const boxes = [...form.querySelectorAll<HTMLInputElement>('input[name="chosen"]')];
  const all = form.querySelector<HTMLInputElement>('[data-bulk-all]');
  const count = form.querySelector('[data-bulk-count]');
  const buttons = [...form.querySelectorAll<HTMLButtonElement>('button[name="act"]')];
  if (!all || boxes.length === 0) return;
  all.hidden = false;
  const show = () => {
    const chosen = boxes.filter((box) => box.checked);
    all.checked = chosen.length === boxes.length;
    all.indeterminate = chosen.length > 0 && !all.checked;
    for (const button of buttons) button.disabled = chosen.length === 0;
    if (count)
      count.textContent = chosen.length === 0 ? 'Select rows to act on them' : `${chosen.length} selected`;
    history.replaceState({ ...history.state, chosen: chosen.map(({ value }) => value) }, '');
  };
  const kept = (history.state as Kept | null)?.chosen;
  if (kept) for (const box of boxes) box.checked = kept.includes(box.value);
  all.addEventListener('change', () => {
    for (const box of boxes) box.checked = all.checked;
    show();
  });
  form.addEventListener('change', show);
  // A browser may fill in the boxes of its own accord once the page is shown.
  addEventListener('pageshow', show, { once: true });
  show();
}

const left = (form: HTMLFormElement) => form.querySelectorAll('input[name="picked"]').length;

/** The last ten are sent as the form itself, whose answer is the page to show. */
async function sendInTens(event: SubmitEvent, form: HTMLFormElement): Promise<void> {
  const all = left(form);
  if (all <= 10) return;
  event.preventDefault();
  const buttons = [...form.querySelectorAll('button')];
  for (const button of buttons) button.disabled = true;
  const note = form.querySelector<HTMLTextAreaElement>('textarea[name="note"]');
  if (note) note.readOnly = true;
  try {
    while (left(form) > 10) {
      say(form, `${all - left(form)} of ${all} sent…`);
      const answer = await fetch(form.action, { method: 'POST', body: fieldsOf(form) });
      const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
      const next = page.querySelector('[data-bulk-send]')?.closest('form');
      // Any other page, such as the sign-in, is shown as the answer to the same form.
      if (!answer.ok || !next) break;
      take(form, next);
    }
    if (!navigator.onLine) throw new Error('offline');
    form.submit();
  } catch {
    const sure = `No connection. ${all - left(form)} of ${all} were sent.`;
    say(form, `${sure} Send the others again: what did get through is not done twice.`);
    for (const button of buttons) button.disabled = false;
    if (note) note.readOnly = false;
  }
}

const fieldsOf = (form: HTMLFormElement) =>
  new URLSearchParams(
    [...new FormData(form)].map(([name, value]): [string, string] => [name, String(value)]),
  );

/** The hidden fields of the form that comes next: what is left, and what was refused so far. */
function take(form: HTMLFormElement, next: HTMLFormElement): void {
  const names = ['picked', 'refused', 'done', '_once'];
  const which = names.map((name) => `input[name="${name}"]`).join();
  for (const field of form.querySelectorAll(which)) field.remove();
  form.append(...next.querySelectorAll(which));
}

function say(form: HTMLFormElement, text: string): void {
  const progress = form.querySelector('[data-bulk-progress]');
  if (progress) progress.textContent = text;
}

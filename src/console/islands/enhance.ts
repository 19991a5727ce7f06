// What every page does better with scripts: dialogs open in place, texts are copied, notices go by themselves, and a
// form is sent once, also when somebody goes back to it. Everything works without it.

document.addEventListener('click', (event) => {
  const target = event.target as Element;
  const opener = target.closest<HTMLElement>('[data-opens]');
  if (opener && !event.ctrlKey && !event.metaKey) {
    const dialog = document.getElementById(opener.dataset.opens ?? '') as HTMLDialogElement | null;
    if (!dialog) return;
    event.preventDefault();
    dialog.removeAttribute('open');
    dialog.showModal();
    return;
  }
  const cancel = target.closest('dialog a.button.secondary');
  const dialog = cancel?.closest('dialog');
  if (dialog?.matches(':modal')) {
    event.preventDefault();
    dialog.close();
    return;
  }
  const copy = target.closest<HTMLElement>('[data-copy]');
  if (copy) void copyText(copy);
  for (const menu of document.querySelectorAll<HTMLDetailsElement>('details[data-menu][open]'))
    if (!menu.contains(target)) menu.open = false;
});

document.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape') return;
  const menu = document.querySelector<HTMLDetailsElement>('details[data-menu][open]');
  if (!menu) return;
  menu.open = false;
  menu.querySelector('summary')?.focus();
});

async function copyText(button: HTMLElement): Promise<void> {
  const said = button.querySelector('[data-copy-said]');
  try {
    await navigator.clipboard.writeText(button.dataset.copy ?? '');
    if (said) said.textContent = 'Copied';
  } catch {
    if (said) said.textContent = 'Select it and copy';
  }
  setTimeout(() => {
    if (said) said.textContent = 'Copy';
  }, 2_000);
}

document.addEventListener('submit', (event) => {
  const form = event.target as HTMLFormElement;
  if (form.method !== 'post') return;
  if (form.dataset.sent) event.preventDefault();
  form.dataset.sent = 'true';
  setTimeout(() => {
    delete form.dataset.sent;
  }, 5_000);
});

// Back shows a form anew, with another key. It is the one that was sent all the same: the entry of the history keeps its key.
const keys = [...document.querySelectorAll<HTMLInputElement>('input[name="_once"]')];
const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
const before = history.state as {
  once?: string;
  seen?: Record<string, [name: string, value: string][]>;
} | null;
const kept = entry?.type === 'back_forward' && before?.once;
if (kept) for (const key of keys) key.value = kept;
if (keys[0]) history.replaceState({ ...before, once: kept || keys[0].value }, '');

// The browser restores typed text after the page has loaded, over a record that may have changed. Such a form must still send
// the state that its person saw.
addEventListener('pageshow', keepSeen, { once: true });

function keepSeen(): void {
  const seen: Record<string, [string, string][]> = {};
  for (const form of document.forms) {
    const fields = [...form.querySelectorAll<HTMLInputElement>('[name="_seen"], [name="_was"]')];
    const [action, id] = [form.elements.namedItem('_action'), form.elements.namedItem('_id')].map(
      (field) => (field as HTMLInputElement | null)?.value,
    );
    const which = `${action} ${id}`;
    const earlier = before?.seen?.[which];
    seen[which] = fields.map(({ name, value }) => [name, value]);
    if (!earlier || !isTouched(form)) continue;
    seen[which] = earlier;
    for (const field of fields) field.remove();
    for (const [name, value] of earlier)
      form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }));
  }
  history.replaceState({ ...history.state, seen }, '');
}

/** Whether a field differs from what the page was sent with. */
function isTouched(form: HTMLFormElement): boolean {
  return [...form.elements].some((one) => {
    if (one instanceof HTMLSelectElement)
      return [...one.options].some((option) => option.defaultSelected && !option.selected);
    if (one instanceof HTMLTextAreaElement) return one.value !== one.defaultValue;
    if (!(one instanceof HTMLInputElement) || one.type === 'hidden') return false;
    return one.value !== one.defaultValue || one.checked !== one.defaultChecked;
  });
}

for (const button of document.querySelectorAll<HTMLElement>('[data-copy]')) button.hidden = false;

// A dialog that came open, since a script was not there or the form in it was refused, becomes a modal one.
for (const dialog of document.querySelectorAll<HTMLDialogElement>('dialog[open]')) {
  dialog.removeAttribute('open');
  dialog.showModal();
}

// After a form comes back, the focus goes to the first field that is wrong, or to the message that it was kept or has changed.
document.querySelector<HTMLElement>('[aria-invalid="true"], [data-kept], [data-moved]')?.focus();

// What was kept through a sign-in goes on to its page; not again for who came back from there.
if (entry?.type !== 'back_forward')
  document.querySelector<HTMLFormElement>('form[data-goes-on]')?.requestSubmit();

for (const toast of document.querySelectorAll('.toast')) setTimeout(() => toast.remove(), 8_000);

// Improves every page when scripts run: dialogs open in place, texts can be copied, notices disappear, and a
// form is sent once, even if a person goes back to it. Everything works without this script too.

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
  if (target.closest('[data-prints]')) print();
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

for (const field of document.querySelectorAll<HTMLInputElement>('[data-zone]'))
  field.value = Intl.DateTimeFormat().resolvedOptions().timeZone;

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
  if (form.method !== 'post' || event.defaultPrevented) return;
  if (!navigator.onLine) {
    event.preventDefault();
    sayOffline(form);
    return;
  }
  if (form.dataset.sent) event.preventDefault();
  form.dataset.sent = 'true';
  setTimeout(() => {
    delete form.dataset.sent;
  }, 5_000);
});

/** Says above the form that it was not sent; what was typed stays. */
function sayOffline(form: HTMLFormElement): void {
  form.querySelector('[data-offline]')?.remove();
  const notice = document.createElement('div');
  notice.className = 'notice warning';
  notice.dataset.offline = 'true';
  notice.setAttribute('role', 'alert');
  notice.textContent = 'You are offline, so nothing was sent. What you typed stays here.';
  form.prepend(notice);
  notice.scrollIntoView({ block: 'nearest' });
}

addEventListener('online', () => {
  for (const notice of document.querySelectorAll('[data-offline]'))
    notice.textContent = 'You are online again. Nothing was sent yet.';
});

// Going back renders a form again with a new key, but it is the form that was sent, so its old key is kept in
// the history entry.
const keys = [...document.querySelectorAll<HTMLInputElement>('input[name="_once"]')];
const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
const before = history.state as {
  once?: string;
  seen?: Record<string, [name: string, value: string][]>;
} | null;
const kept = entry?.type === 'back_forward' && before?.once;
if (kept) for (const key of keys) key.value = kept;
if (keys[0]) history.replaceState({ ...before, once: kept || keys[0].value }, '');

// The browser restores typed text after the page has loaded, while the record may have changed. Such a form
// must still send the state that the person saw.
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

/** Whether a field differs from the value that the page was sent with. */
function isTouched(form: HTMLFormElement): boolean {
  return [...form.elements].some((one) => {
    if (one instanceof HTMLSelectElement)
      return [...one.options].some((option) => option.defaultSelected && !option.selected);
    if (one instanceof HTMLTextAreaElement) return one.value !== one.defaultValue;
    if (!(one instanceof HTMLInputElement) || one.type === 'hidden') return false;
    return one.value !== one.defaultValue || one.checked !== one.defaultChecked;
  });
}

for (const button of document.querySelectorAll<HTMLElement>('[data-copy], [data-prints]'))
  button.hidden = false;

// A dialog that was rendered open, because scripts were missing or its form was refused, becomes a modal one.
for (const dialog of document.querySelectorAll<HTMLDialogElement>('dialog[open]')) {
  dialog.removeAttribute('open');
  dialog.showModal();
}

// When a form comes back, the focus moves to the first field with an error, or to the message that it was
// kept or has changed.
document.querySelector<HTMLElement>('[aria-invalid="true"], [data-kept], [data-moved]')?.focus();

// After the sign-in, a kept form is sent on to its page; but not again if the person comes back from there.
if (entry?.type !== 'back_forward')
  document.querySelector<HTMLFormElement>('form[data-goes-on]')?.requestSubmit();

for (const toast of document.querySelectorAll('.toast')) setTimeout(() => toast.remove(), 8_000);

// Single keys never act while somebody types, with a modifier, while they are held down, beside an open dialog, or where their
// person has turned them off.
const TYPES = 'input, textarea, select, [contenteditable], [role="textbox"]';

/** @param pressed says whether a key means something here: then the browser does nothing else with it. */
export function onSingleKeys(pressed: (key: string, target: Element) => boolean): void {
  document.addEventListener('keydown', (event) => {
    if (event.repeat || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target as Element;
    if (target.closest(TYPES) || document.querySelector('[data-keys="off"], dialog:modal')) return;
    if (pressed(event.key, target)) event.preventDefault();
  });
}

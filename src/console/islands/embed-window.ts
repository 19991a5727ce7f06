// The window of a frame on a customer's page: greets the frame that opened it, and hands over what its person allowed.
// It believes only its opener, and only where that is a frame of ours.
import { type FromWindow, toWindow } from './embed/window-messages.ts';

/** Long enough to see where one presses: the press may have begun on the page behind. */
const LOOK_MS = 700;
/** How long the frame has to answer before the window says that it has lost it. */
const ANSWER_MS = 3_000;

const root = document.querySelector<HTMLElement>('[data-window]');
const opener = window.opener as Window | null;

const tell = (message: FromWindow) => opener?.postMessage(message, location.origin);

function connected(challenge: string): void {
  const field = document.querySelector<HTMLInputElement>('input[name="challenge"]');
  if (field) field.value = challenge;
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-waits]')) {
    setTimeout(() => {
      button.disabled = false;
    }, LOOK_MS);
  }
}

/** Says that there is no frame to go on in, in place of what would be for it. */
function lost(): void {
  const alone = document.querySelector<HTMLElement>('[data-alone]');
  if (!alone) return;
  for (const one of document.querySelectorAll<HTMLElement>('[data-together]')) one.hidden = true;
  alone.hidden = false;
}

if (root) {
  const timer = setTimeout(lost, ANSWER_MS);
  addEventListener('message', ({ source, origin, data }) => {
    if (!opener || source !== opener || origin !== location.origin) return;
    const message = toWindow(data);
    if (!message) return;
    clearTimeout(timer);
    // A frame of another session opened it, or shows another by now.
    if (message.session !== root.dataset.window) lost();
    else connected(message.challenge);
  });
  if (opener) tell({ type: 'service-window-hello' });
  else lost();

  const code = document.querySelector<HTMLElement>('[data-code]')?.dataset.code;
  const what = document.querySelector<HTMLElement>('[data-done]')?.dataset.done;
  if (code) tell({ type: 'service-window-code', code });
  if (what) tell({ type: 'service-window-done', what });
  // With nobody to tell it stays open, and says what to do.
  if (opener && (code || what)) setTimeout(() => window.close(), LOOK_MS);
  for (const button of document.querySelectorAll<HTMLElement>('[data-closes]'))
    button.addEventListener('click', () => window.close());
}

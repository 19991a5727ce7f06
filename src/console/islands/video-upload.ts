// Uploads the video of a form as soon as it is chosen, and gives the form its ID. The upload goes on by itself after a cut; after a
// reload it goes on once the same file was chosen again. Without this script the form brings the file along.
import { Refused } from './refused.ts';
import { type Begun, keepBegun, printOf, readBegun } from './uploads/begun.ts';
import { coverOf } from './uploads/cover.ts';
import { wrongVideo } from './uploads/file-rules.ts';
import {
  isCancelled,
  PART_BYTES,
  type SentFile,
  startUpload,
  type Upload,
  type UploadCalls,
  type UploadState,
} from './uploads/upload.ts';

const WRONG: Partial<Record<string, string>> = {
  emptyFile: 'The file is empty.',
  tooLarge: 'The video is larger than 2 GB.',
  wrongType: 'Choose an MP4, MOV or WebM video.',
};
const FAILED: Partial<Record<string, string>> = {
  broken_file: 'The video is damaged. Export it again and choose that.',
  file_changed: 'The file was moved or changed meanwhile. Choose it again.',
  signed_out: 'You are signed out. Sign in again, then choose the same file: what arrived is kept.',
  unsupported_type: 'The file is no MP4, MOV or WebM video. Choose another one.',
  upload_expired: 'The upload took longer than a day and was given up. Choose the video again.',
};
const UNSTEADY =
  'Your connection keeps dropping before the next part of the video arrives. We keep trying, but you may need a steadier connection.';

for (const box of document.querySelectorAll<HTMLElement>('[data-upload]')) setUp(box);

function setUp(box: HTMLElement): void {
  const form = box.closest('form')!;
  const input = box.querySelector<HTMLInputElement>('input[type="file"]')!;
  const hint = box.querySelector('.hint');
  if (hint) hint.textContent = 'MP4, MOV or WebM, up to 2 GB. The upload goes on after a lost connection.';
  const key = `draft upload ${form.dataset.draft} ${location.pathname}${location.search}`;
  const calls = callsOf(form);
  const needed = input.required;
  const panel = newPanel(box);
  const cover = coverOf(form);
  let current: Upload | null = null;
  let id = box.querySelector<HTMLInputElement>('[name="attached"]')?.value ?? null;
  /** The button that was pressed before the video was there. */
  let waiting: HTMLElement | null | undefined;
  /** A file was chosen, and its upload has not begun yet. */
  let isChoosing = false;

  const hidden = document.createElement('input');
  Object.assign(hidden, { type: 'hidden', name: 'attached', value: '', disabled: true });
  box.append(hidden);

  const forget = () => localStorage.removeItem(key);
  const give = (ready: string, name: string) => {
    box.querySelector('.upload-kept')?.remove();
    id = ready;
    Object.assign(hidden, { value: ready, disabled: false });
    input.value = '';
    input.required = false;
    panel.show(`“${name}” is uploaded.`, null, [['Remove video', () => void remove(ready)]]);
  };
  const takeBack = () => {
    id = null;
    Object.assign(hidden, { value: '', disabled: true });
    input.required = needed;
    input.value = '';
  };
  const remove = async (file: string) => {
    forget();
    takeBack();
    cover.drop();
    panel.hide();
    await calls.remove(file).catch(() => {});
  };

  async function choose(file: File): Promise<void> {
    const wrong = wrongVideo(file);
    if (wrong !== null) {
      input.value = '';
      return panel.show(WRONG[wrong] ?? 'Choose another file.', null, [], true);
    }
    const print = await printOf(file);
    const begun = readBegun(key);
    if (current !== null && begun?.print === print) {
      input.value = '';
      return;
    }
    if (current !== null) {
      await current.cancel().catch(() => {});
      return await begin(file, print, null);
    }
    if (!begun) return await begin(file, print, null);
    if (begun.print !== print) {
      input.value = '';
      return panel.show(`You began to upload “${begun.name}”, and this is another file.`, null, [
        ['Use this file instead', () => void replace(begun.id, file, print)],
        ['Keep what I began', () => void offer()],
      ]);
    }
    const before = await calls.read(begun.id).catch((error: unknown) => {
      if (error instanceof Refused && error.status !== 404) throw error;
      return null;
    });
    const goesOn = before !== null && ['uploading', 'processing', 'ready'].includes(before.status);
    await begin(file, print, goesOn ? before : null);
  }

  async function replace(old: string, file: File, print: string): Promise<void> {
    void calls.remove(old).catch(() => {});
    forget();
    await begin(file, print, null);
  }

  async function begin(file: File, print: string, before: SentFile | null): Promise<void> {
    takeBack();
    let begun: Begun | null = before && readBegun(key);
    let taken: string | null = null;
    const keep = () => {
      if (begun !== null) keepBegun(key, taken === null ? begun : { ...begun, cover: taken });
    };
    const covered = cover.take(file).then((frame) => {
      taken = frame;
      if (frame !== null) keep();
    });
    // The form waits for the video by itself, and says so.
    input.required = false;
    const own: UploadCalls = {
      ...calls,
      open: async (chosen) => {
        const made = await calls.open(chosen);
        begun = { at: Date.now(), id: made.id, name: file.name, print };
        keep();
        return made;
      },
    };
    const upload = startUpload(own, file, tell, before);
    current = upload;
    isChoosing = false;
    try {
      const ready = await upload.done;
      await covered;
      // Another file was chosen meanwhile, and this one is deleted.
      if (current !== upload) return;
      give(ready, file.name);
      current = null;
      if (waiting !== undefined) form.requestSubmit(waiting);
    } catch (error) {
      if (current !== upload) return;
      current = null;
      takeBack();
      cover.drop();
      if (isCancelled(error)) {
        forget();
        return panel.hide();
      }
      const reason = error instanceof Refused ? (error.reason ?? error.code) : '';
      if (reason !== 'signed_out') forget();
      panel.show(FAILED[reason] ?? 'The upload failed. Choose the video again.', null, [], true);
    } finally {
      waiting = undefined;
    }
  }

  /** It is told of the first state before `current` is known, so the buttons look for it when they are pressed. */
  function tell({ phase, sent, size, isUnsteady }: UploadState): void {
    const percent = Math.floor((sent / size) * 100);
    const then = waiting === undefined ? '' : ' It is submitted once it is complete.';
    const trouble = isUnsteady ? ` ${UNSTEADY}` : '';
    const words = {
      sending: `Uploading: ${percent}%.`,
      waiting: `The connection was lost at ${percent}%. It goes on by itself.`,
      paused: `Paused at ${percent}%.`,
      checking: 'Checking the video.',
    }[phase];
    const buttons: [string, () => void][] =
      phase === 'checking'
        ? []
        : [
            phase === 'paused'
              ? ['Resume upload', () => current?.goOn()]
              : ['Pause upload', () => current?.pause()],
            ['Cancel upload', () => void current?.cancel().catch(() => {})],
          ];
    panel.show(words + trouble + then, phase === 'checking' ? undefined : percent, buttons);
  }

  /** Tells of an upload that was begun before the page was loaded. */
  async function offer(): Promise<void> {
    const begun = readBegun(key);
    if (!begun || id !== null) return;
    let file: SentFile;
    try {
      file = await calls.read(begun.id);
    } catch (error) {
      if (error instanceof Refused && error.status === 404) forget();
      return;
    }
    if (file.status === 'ready') {
      if (begun.cover !== undefined) await cover.restore(begun.cover);
      return give(file.id, begun.name);
    }
    if (file.status !== 'uploading' && file.status !== 'processing') return forget();
    const parts = file.upload?.parts ?? [];
    const all = parts.reduce((sum, { size }) => sum + size, 0);
    const arrived = parts.reduce((sum, { size, uploaded }) => sum + (uploaded ? size : 0), 0);
    const percent = all === 0 ? 100 : Math.floor((arrived / all) * 100);
    panel.show(`“${begun.name}” is uploaded to ${percent}%. Choose the same file to go on.`, percent, [
      ['Discard upload', () => void remove(begun.id)],
    ]);
  }

  function chosen(file: File): void {
    isChoosing = true;
    void choose(file)
      .catch(() => {
        input.value = '';
        panel.show(FAILED.signed_out!, null, [], true);
      })
      .finally(() => {
        isChoosing = false;
        waiting = undefined;
      });
  }

  input.addEventListener('change', () => {
    const file = input.files?.[0];
    if (file) chosen(file);
  });
  // Before the draft and the form itself hear of it: a form that waits for its video was not sent.
  form.addEventListener(
    'submit',
    (event) => {
      if (current === null && !isChoosing)
        return setTimeout(() => !event.defaultPrevented && id !== null && forget());
      event.preventDefault();
      event.stopImmediatePropagation();
      waiting = event.submitter;
      panel.say('Your form is submitted once the video is uploaded.');
    },
    true,
  );
  addEventListener('beforeunload', (event) => {
    if (current !== null) event.preventDefault();
  });
  // On a slow line a file can be chosen before this script is there.
  const early = input.files?.[0];
  if (early) chosen(early);
  else void offer();
}

type PanelButton = [label: string, act: () => void];

/** Where an upload is told of. What changes seldom is read out, not each percent. */
function newPanel(box: HTMLElement) {
  const panel = document.createElement('div');
  Object.assign(panel, { className: 'upload', hidden: true });
  const bar = Object.assign(document.createElement('progress'), { max: 100 });
  bar.setAttribute('aria-label', 'Upload');
  const words = document.createElement('p');
  const heard = Object.assign(document.createElement('p'), { className: 'only-heard' });
  heard.setAttribute('role', 'status');
  const buttons = Object.assign(document.createElement('div'), { className: 'buttons' });
  panel.append(words, bar, buttons);
  box.append(panel, heard);
  let labels = '';
  return {
    hide: () => {
      panel.hidden = true;
      heard.textContent = '';
    },
    say: (text: string) => {
      heard.textContent = text;
    },
    /** @param percent null: no bar; undefined: a bar without an end. */
    show: (text: string, percent: number | null | undefined, acts: PanelButton[], isWrong = false) => {
      panel.hidden = false;
      words.textContent = text;
      words.className = isWrong ? 'field-error' : '';
      bar.hidden = percent === null;
      if (percent === undefined) bar.removeAttribute('value');
      else bar.value = percent ?? 0;
      const said = text.replace(/\d+%/, '');
      if (heard.dataset.said !== said) heard.textContent = text;
      heard.dataset.said = said;
      // The buttons stay while they mean the same, and so does the focus.
      const now = acts.map(([label]) => label).join();
      if (now === labels) return;
      labels = now;
      buttons.replaceChildren(
        ...acts.map(([label, act]) => {
          const made = Object.assign(document.createElement('button'), {
            type: 'button',
            className: 'button secondary small',
            textContent: label,
          });
          made.addEventListener('click', act);
          return made;
        }),
      );
    },
  };
}

function callsOf(form: HTMLFormElement): UploadCalls {
  const token = form.querySelector<HTMLInputElement>('[name="_token"]')!.value;
  const call = async (fields: Record<string, string>): Promise<SentFile> => {
    const body = new URLSearchParams({ _token: token, _action: 'upload', ...fields });
    const answer = await fetch(form.action, { method: 'POST', body, cache: 'no-store' });
    if (answer.status === 429 || answer.status >= 500) throw new Error(String(answer.status));
    // Any page instead of an answer is the sign-in.
    if (!answer.headers.get('Content-Type')?.includes('json')) throw new Refused(401, 'signed_out', null);
    const found = (await answer.json()) as SentFile & { code: string };
    if (!answer.ok) throw new Refused(answer.status, found.code, null);
    return found;
  };
  return {
    open: (file) =>
      call({
        do: 'open',
        size: String(file.size),
        partSize: String(PART_BYTES),
        name: file.name.slice(-200),
      }),
    read: (id) => call({ do: 'read', id }),
    finish: (id) => call({ do: 'finish', id }),
    remove: (id) => call({ do: 'remove', id }),
  };
}

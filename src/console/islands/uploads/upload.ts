// Sends a file in parts, each to a link of its own. A part that did not arrive is sent again, after a pause that
// grows; what has arrived stays. The file is never read into memory as a whole: the browser streams each slice.
import { Refused } from '../refused.ts';

/** What the upload is doing. `waiting`: the connection was cut, and it goes on by itself. */
export type UploadPhase = 'sending' | 'waiting' | 'paused' | 'checking';

export interface UploadState {
  phase: UploadPhase;
  /** Bytes that have arrived or are on their way. */
  sent: number;
  size: number;
  /** The part under way was cut several times, so it may never arrive over this connection. */
  isUnsteady: boolean;
}

export interface Upload {
  /** The ID of the ready file. Rejects with Refused; its reason is `cancelled` after cancel(). */
  done: Promise<string>;
  pause(): void;
  goOn(): void;
  /** Deletes what was sent. */
  cancel(): Promise<void>;
}

/** A file as the service has it. */
export interface SentFile {
  id: string;
  status: 'uploading' | 'processing' | 'ready' | 'failed' | 'deleted';
  failure: { code: string } | null;
  upload: { parts: { number: number; size: number; url: string; uploaded: boolean }[] } | null;
}

/** How the service is asked. Each throws Refused, or another error where the service could not be reached. */
export interface UploadCalls {
  open(file: File): Promise<SentFile>;
  read(id: string): Promise<SentFile>;
  finish(id: string): Promise<SentFile>;
  remove(id: string): Promise<unknown>;
}

/** A file of this size or more is sent in parts of it. After a cut only the part that was under way is sent again. */
export const PART_BYTES = 8 * 1024 * 1024;

/** The address that opens an upload. */
export const uploadQuery = (file: File, purpose: string): URLSearchParams =>
  new URLSearchParams({
    purpose,
    size: String(file.size),
    partSize: String(PART_BYTES),
    name: file.name.slice(-200),
  });

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;
/** A part of which nothing more went out for this long is sent again. */
const STALLED_MS = 60_000;
/** People are told about their connection after so many cuts in the same part. */
const UNSTEADY_CUTS = 3;
const LOOK_MS = [500, 1_000, 2_000, 3_000];

const failed = (reason: string) => new Refused(422, 'upload_failed', reason);
export const isCancelled = (error: unknown): boolean =>
  error instanceof Refused && error.reason === 'cancelled';
/** The connection was cut, or the service is not there at the moment. */
class Cut extends Error {}

const isPassing = (error: unknown): boolean =>
  !(error instanceof Refused) || error.status >= 500 || error.status === 429;

/** @param before an upload of the same file that was begun earlier: what has arrived of it is not sent again. */
export function startUpload(
  calls: UploadCalls,
  file: File,
  told: (state: UploadState) => void,
  before: SentFile | null = null,
): Upload {
  let phase: UploadPhase = 'sending';
  let arrived = 0;
  let under = 0;
  /** How often the part under way was cut or got stuck. Tries of which nothing went out do not count. */
  let cuts = 0;
  let cancelled = false;
  let made = before;
  let request: XMLHttpRequest | null = null;
  /** Ends the pause between two tries. */
  let wake = () => {};
  const tell = (next: UploadPhase = phase) => {
    phase = next;
    if (cancelled) return;
    const sent = Math.min(file.size, arrived + under);
    const isUnsteady = cuts >= UNSTEADY_CUTS && (phase === 'sending' || phase === 'waiting');
    told({ phase, sent, size: file.size, isUnsteady });
  };
  const check = () => {
    if (cancelled) throw failed('cancelled');
  };

  /** Waits so long, until the connection is back, or until it is told to go on. */
  const pauseFor = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(done, ms);
      addEventListener('online', done);
      wake = done;
      function done() {
        clearTimeout(timer);
        removeEventListener('online', done);
        resolve();
      }
    });
  const whilePaused = async () => {
    while (phase === 'paused' && !cancelled) await new Promise<void>((resolve) => (wake = resolve));
    check();
  };

  /** Does it until it is done, or refused for good. */
  const insist = async <T>(act: () => Promise<T>): Promise<T> => {
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(LONGEST_PAUSE_MS, pause * 2)) {
      await whilePaused();
      try {
        return await act();
      } catch (error) {
        check();
        if (!isPassing(error)) throw error;
        // A file that was moved or changed since cannot be read any more, and looks like a cut connection.
        await file
          .slice(0, 1)
          .arrayBuffer()
          .catch(() => {
            throw failed('file_changed');
          });
        if (phase === 'paused') continue;
        tell('waiting');
        await pauseFor(pause + Math.random() * pause);
        check();
        // Otherwise "paused" was pressed meanwhile.
        if ((phase as UploadPhase) === 'waiting') tell('sending');
      }
    }
  };

  const put = (url: string, slice: Blob) =>
    new Promise<void>((resolve, reject) => {
      const sending = new XMLHttpRequest();
      request = sending;
      let stalled = setTimeout(() => sending.abort(), STALLED_MS);
      const end = (act: () => void) => {
        clearTimeout(stalled);
        request = null;
        under = 0;
        act();
      };
      sending.upload.onprogress = ({ loaded }) => {
        clearTimeout(stalled);
        stalled = setTimeout(() => sending.abort(), STALLED_MS);
        under = loaded;
        tell();
      };
      sending.onload = () =>
        end(() => (sending.status === 200 ? resolve() : reject(new Refused(sending.status, 'part', null))));
      const cut = () => {
        if (under > 0 && phase !== 'paused') cuts++;
        end(() => reject(new Cut()));
      };
      sending.onerror = cut;
      sending.onabort = cut;
      // Its host is the one that this page is from, whose policy allows no other.
      const { pathname, search } = new URL(url);
      sending.open('PUT', pathname + search);
      sending.send(slice);
    });

  const get = (id: string) => insist(() => calls.read(id));

  const sendParts = async (id: string): Promise<void> => {
    for (;;) {
      const { upload } = made!.status === 'uploading' ? made! : await get(id);
      if (!upload) return;
      let start = 0;
      arrived = upload.parts.reduce((all, one) => all + (one.uploaded ? one.size : 0), 0);
      for (const { size, url, uploaded } of upload.parts) {
        const slice = file.slice(start, start + size);
        start += size;
        if (uploaded) continue;
        tell();
        await insist(() => put(url, slice)).catch((error) => {
          throw error instanceof Refused && error.code === 'part' ? failed('upload_expired') : error;
        });
        cuts = 0;
        arrived += size;
        tell();
      }
      try {
        made = await insist(() => calls.finish(id));
        return;
      } catch (error) {
        // Parts are missing after all: they are sent again.
        if (!(error instanceof Refused) || error.status !== 409) throw error;
        made = await get(id);
        if (made.upload?.parts.every(({ uploaded }) => uploaded)) throw error;
      }
    }
  };

  const run = async (): Promise<string> => {
    tell();
    made ??= await insist(() => calls.open(file));
    const { id } = made;
    // It was cancelled before there was anything to delete.
    if (cancelled) await calls.remove(id);
    check();
    await sendParts(id);
    arrived = file.size;
    tell('checking');
    for (let tries = 0; ; tries++) {
      made = await get(id);
      if (made.status === 'ready') return id;
      if (made.status !== 'processing') throw failed(made.failure?.code ?? 'broken_file');
      await pauseFor(LOOK_MS[tries] ?? LOOK_MS.at(-1)!);
      check();
    }
  };

  return {
    done: run(),
    pause: () => {
      tell('paused');
      request?.abort();
    },
    goOn: () => {
      tell('sending');
      wake();
    },
    cancel: async () => {
      cancelled = true;
      request?.abort();
      wake();
      if (made) await calls.remove(made.id);
    },
  };
}

// The field for a cover picture, filled in from the video that is uploaded.
import { type Frame, frameOf, keptOf, restored } from './frame-of.ts';

export interface Cover {
  /**
   * Fills the field with a frame of the video, unless a person has chosen a picture. That of an earlier video is gone at once. Takes
   * some seconds at most.
   * @returns the frame, to be kept for `restore`; null where none was taken.
   */
  take(video: File): Promise<string | null>;
  /** Fills the field with what `take` returned before the page was loaded again, unless a person has chosen a picture. */
  restore(kept: string): Promise<void>;
  /** Empties the field again, unless a person has chosen the picture. */
  drop(): void;
}

/** The field for a cover picture of a form. */
export function coverOf(form: HTMLFormElement): Cover {
  const input = form.querySelector<HTMLInputElement>('input[name="still"]')!;
  const words = Object.assign(document.createElement('p'), { className: 'hint' });
  words.setAttribute('role', 'status');
  const shown = Object.assign(document.createElement('div'), { className: 'cover-frame', hidden: true });
  input.after(words, shown);
  let isTaken = false;
  let latest: File | null = null;
  // The service then takes the form without the picture if that is refused: no person chose it.
  const mark = Object.assign(document.createElement('input'), {
    type: 'hidden',
    name: 'stillTaken',
    value: 'on',
  });
  const show = (frame: Frame | null) => {
    isTaken = frame !== null;
    if (isTaken) input.after(mark);
    else mark.remove();
    words.textContent = isTaken ? 'Taken from your video. Choose another picture to replace it.' : '';
    shown.hidden = !isTaken;
    shown.replaceChildren(...(frame ? [frame.canvas] : []));
  };
  const fill = (frame: Frame | null) => {
    const files = new DataTransfer();
    if (frame) files.items.add(frame.picture);
    input.files = files.files;
    show(frame);
  };
  const isFree = () => isTaken || input.files?.length === 0;
  input.addEventListener('change', () => show(null));
  return {
    take: async (video) => {
      latest = video;
      if (isTaken) fill(null);
      const frame = await frameOf(video);
      if (latest !== video) return null;
      if (isFree()) fill(frame);
      return frame && keptOf(frame);
    },
    restore: async (kept) => {
      const frame = await restored(kept).catch(() => null);
      if (frame && latest === null && isFree()) fill(frame);
    },
    drop: () => {
      latest = null;
      if (isTaken) fill(null);
    },
  };
}

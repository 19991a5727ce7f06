// A picture of a video for its form, taken by the browser that uploads the video. The service decodes no videos.

/** A first frame is often black. */
const AT_SECONDS = 1;
const LONGEST_PX = 1_280;
const QUALITY = 0.85;
/** A browser that cannot play a video need not say so. */
const PATIENCE_MS = 15_000;

interface Frame {
  picture: File;
  canvas: HTMLCanvasElement;
}

/** A frame of the video; null where this browser cannot show it. */
async function frameOf(video: File): Promise<Frame | null> {
  const url = URL.createObjectURL(video);
  const player = Object.assign(document.createElement('video'), { muted: true, playsInline: true });
  const next = (event: string) =>
    new Promise<void>((resolve, reject) => {
      player.addEventListener(event, () => resolve(), { once: true });
      player.addEventListener('error', reject, { once: true });
      setTimeout(reject, PATIENCE_MS);
    });
  try {
    player.preload = 'auto';
    player.src = url;
    await next('loadeddata');
    player.currentTime = Math.min(AT_SECONDS, player.duration / 2);
    await next('seeked');
    const { videoWidth: width, videoHeight: height } = player;
    const scale = Math.min(1, LONGEST_PX / Math.max(width, height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    canvas.getContext('2d')!.drawImage(player, 0, 0, canvas.width, canvas.height);
    const picture = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', QUALITY));
    return picture && { picture: new File([picture], 'cover.jpg', { type: 'image/jpeg' }), canvas };
  } catch {
    return null;
  } finally {
    player.removeAttribute('src');
    player.load();
    URL.revokeObjectURL(url);
  }
}

export interface Cover {
  /** Fills the field with a frame of the video, unless a person has chosen a picture. */
  take(video: File): Promise<void>;
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
  const show = (frame: Frame | null) => {
    isTaken = frame !== null;
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
      const frame = await frameOf(video);
      if (latest === video && isFree()) fill(frame);
    },
    drop: () => {
      latest = null;
      if (isTaken) fill(null);
    },
  };
}

// A picture from a video, taken by the browser that uploads the video. The service decodes no videos.

/** A first frame is often black. */
const AT_SECONDS = 1;
const LONGEST_PX = 1_280;
const TYPE = 'image/jpeg';
const QUALITY = 0.85;
/** A browser that cannot play a video need not say so. */
const PATIENCE_MS = 8_000;

export interface Frame {
  picture: File;
  canvas: HTMLCanvasElement;
}

/** A frame as text. */
export const keptOf = ({ canvas }: Frame): string => canvas.toDataURL(TYPE, QUALITY);

/** The frame that was kept as text. */
export async function restored(kept: string): Promise<Frame> {
  const bytes = Uint8Array.from(atob(kept.slice(kept.indexOf(',') + 1)), (one) => one.charCodeAt(0));
  const picture = pictureFrom(bytes);
  const image = await createImageBitmap(picture);
  const canvas = Object.assign(document.createElement('canvas'), {
    width: image.width,
    height: image.height,
  });
  canvas.getContext('2d')!.drawImage(image, 0, 0);
  return { picture, canvas };
}

const pictureFrom = (part: BlobPart) => new File([part], 'cover.jpg', { type: TYPE });

/** A frame of the video; null where this browser cannot show it. */
export async function frameOf(video: File): Promise<Frame | null> {
  const url = URL.createObjectURL(video);
  const player = Object.assign(document.createElement('video'), { muted: true, playsInline: true });
  const late = new Promise<never>((_, reject) => setTimeout(reject, PATIENCE_MS));
  late.catch(() => {});
  const next = (event: string) => {
    const came = new Promise<void>((resolve, reject) => {
      player.addEventListener(event, () => resolve(), { once: true });
      player.addEventListener('error', reject, { once: true });
    });
    return Promise.race([came, late]);
  };
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
    const picture = await new Promise<Blob | null>((done) => canvas.toBlob(done, TYPE, QUALITY));
    return picture && { picture: pictureFrom(picture), canvas };
  } catch {
    return null;
  } finally {
    player.removeAttribute('src');
    player.load();
    URL.revokeObjectURL(url);
  }
}

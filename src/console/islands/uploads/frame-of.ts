// A picture from a video, taken by the browser that uploads the video. The service decodes no videos.

/** A first frame is often black. */
const AT_SECONDS = 1;
const LONGEST_PX = 1_280;
const QUALITY = 0.85;
/** A browser that cannot play a video need not say so. */
const PATIENCE_MS = 8_000;

export interface Frame {
  picture: File;
  canvas: HTMLCanvasElement;
}

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

import { CustomSource, EncodedPacketSink, Input, MP4, QTFF, WEBM } from 'mediabunny';
import type { SystemCtx } from '../../../context.ts';
import { isCutOff } from '../formats/is-cut-off.ts';
import { broken, Unusable } from '../formats/unusable.ts';
import { collectBytes } from './bytes.ts';
import type { FileRow } from './file.ts';

const MIB = 1024 * 1024;
/** The most of one read, which must hold the index of an MP4: hours of video need a few MB. */
const LARGEST_READ = 24 * MIB;
/** The most of all reads together. A file whose index makes us read all of it is refused. */
const READ_BUDGET = 96 * MIB;
const MOST_READS = 1_500;

/**
 * Duration in seconds and size as displayed, from the container: only its index and its last frame are read.
 * Throws Unusable.
 */
export async function inspectVideo(
  ctx: SystemCtx,
  file: FileRow,
  type: string,
): Promise<Pick<FileRow, 'width' | 'height' | 'duration'>> {
  const budget = new ReadBudget();
  const read = async (start: number, end: number) => {
    budget.take(end - start);
    return await budget.reading(collectBytes(ctx, file.id, start, end));
  };
  const source = new CustomSource({
    getSize: () => file.size,
    read,
    maxCacheSize: 4 * MIB,
    handleUnhandledError: () => {},
  });
  const input = new Input({ source, formats: [MP4, QTFF, WEBM] });
  try {
    if (await isCutOff(type, file.size, read)) throw broken('The video is cut off.');
    const track = await input.getPrimaryVideoTrack();
    if (!track && (await input.getTracks()).length === 0) throw broken('The video is damaged or cut off.');
    if (!track) throw new Unusable('no_video', 'The file holds no video.');
    const [width, height] = await Promise.all([track.getDisplayWidth(), track.getDisplayHeight()]);
    const last = await new EncodedPacketSink(track).getPacket(Number.POSITIVE_INFINITY);
    if (!last || last.data.byteLength === 0) throw broken('The video is cut off.');
    const seen = last.timestamp + last.duration;
    const duration = Math.max((await input.getDurationFromMetadata([track])) ?? 0, seen);
    if (!(width > 0 && height > 0 && duration > 0 && Number.isFinite(duration))) {
      throw broken('The video has no picture or no length.');
    }
    return {
      width: Math.round(width),
      height: Math.round(height),
      duration: Math.round(duration * 1000) / 1000,
    };
  } catch (error) {
    throw budget.failure ?? (error instanceof Unusable ? error : broken('The video is damaged or cut off.'));
  } finally {
    input.dispose();
  }
}

/** Counts the bytes read, and keeps our own read errors apart from errors of the parser. */
class ReadBudget {
  failure: unknown = null;
  #bytes = 0;
  #reads = 0;

  take(bytes: number): void {
    this.#bytes += bytes;
    this.#reads++;
    if (bytes > LARGEST_READ || this.#bytes > READ_BUDGET || this.#reads > MOST_READS) {
      this.failure ??= new Unusable(
        'too_complex',
        'The video is stored in a way that takes too long to read.',
      );
      throw this.failure;
    }
  }

  async reading(read: Promise<Uint8Array>): Promise<Uint8Array> {
    try {
      return await read;
    } catch (error) {
      this.failure ??= error;
      throw error;
    }
  }
}

import type { Capabilities } from '../../../integrations/ads/platform.ts';
import type { FileRow } from '../../platform/files/file.ts';

/** Why a platform does not accept a video; null where it does. */
export function brokenVideo(
  file: Pick<FileRow, 'type' | 'size' | 'duration'>,
  { name, video }: Pick<Capabilities, 'name' | 'video'>,
): { code: string; message: string } | null {
  if (!video.types.includes(file.type ?? ''))
    return { code: 'file_type', message: `${name} does not accept ${file.type ?? 'this file type'}.` };
  if (file.size > video.maxBytes)
    return {
      code: 'file_size',
      message: `${name} accepts files of up to ${inMebibytes(video.maxBytes)}. This one has ${inMebibytes(file.size)}.`,
    };
  const { duration } = file;
  if (duration === null || (duration >= video.minSeconds && duration <= video.maxSeconds)) return null;
  return {
    code: 'duration',
    message: `${name} accepts videos of ${video.minSeconds} to ${video.maxSeconds} seconds. This one has ${duration}.`,
  };
}

const inMebibytes = (bytes: number) => `${Math.ceil(bytes / 1024 ** 2)} MiB`;

// A moment of a video in words, for pages and embeds.

/** 12000 (milliseconds) gives 0:12. */
export function momentWords(at: number): string {
  const seconds = Math.floor(at / 1000);
  const two = (value: number) => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

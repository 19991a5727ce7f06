/**
 * The hashtag by which a creator's post is recognised as this work: a letter and the last six characters of the work's ID, which
 * are random. The letter is there because a hashtag can't consist of digits alone.
 */
export function postCode(submissionId: string): string {
  return `#w${submissionId.slice(-6)}`;
}

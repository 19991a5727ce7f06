/** A file that cannot be used, with a reason for its owner. Trying again would not help. */
export class Unusable extends Error {
  readonly code: string;

  constructor(
    code: 'unsupported_type' | 'broken_file' | 'no_video' | 'encrypted_pdf' | 'too_complex',
    message: string,
  ) {
    super(message);
    this.name = 'Unusable';
    this.code = code;
  }
}

export function broken(message: string): Unusable {
  return new Unusable('broken_file', message);
}

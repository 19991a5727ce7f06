// A refusal of the service, as scripts tell it.
export class Refused extends Error {
  readonly status: number;
  readonly code: string;
  readonly reason: string | null;

  constructor(status: number, code: string, reason: string | null) {
    super(code);
    this.status = status;
    this.code = code;
    this.reason = reason;
  }
}

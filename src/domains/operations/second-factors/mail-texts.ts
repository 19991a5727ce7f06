import type { SystemCtx } from '../../../context.ts';
import type { MailText } from '../../accounts/people/mail-texts.ts';

export function secondFactorSetUpText({ vars }: SystemCtx): MailText {
  return {
    subject: `You set up a second factor for ${vars.SERVICE_NAME}`,
    text: `Hello,

an authenticator app was set up just now for the staff's pages of ${vars.SERVICE_NAME}, with your sign-in.

If it was not you, somebody knows your password. Tell the others of the staff at once, so that one of them resets the second
factor, and set a new password:

${vars.PUBLIC_URL}/reset`,
  };
}

export function secondFactorResetText({ vars }: SystemCtx, by: string): MailText {
  return {
    subject: `Your second factor for ${vars.SERVICE_NAME} was reset`,
    text: `Hello,

${by} reset your second factor for the staff's pages of ${vars.SERVICE_NAME} just now. Your next visit begins a new one:

${vars.PUBLIC_URL}/staff

If you did not ask for that, tell the others of the staff at once, and do not wait with your next visit.`,
  };
}

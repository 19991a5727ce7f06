// The mails that the service sends to people: plain text with what happened, the link, and what to do if it was not
// them.
import { defineMail } from '../mails/define-mail.ts';

export const resetMail = defineMail({
  to: 'proved',
  proves: true,
  slots: { token: 'token' },
  write: ({ service, link }, { token }) => ({
    subject: `Set a new password for ${service}`,
    text: `Hello,

Someone requested a password reset for this address at ${service}. If it was you, set a new password within an hour:

${link(`/reset?token=${token}`, 'Set a new password')}

If it was not you, you can ignore this email: your password stays the same.`,
  }),
});

export const provedAgainMail = defineMail({
  to: 'proved',
  proves: true,
  slots: { token: 'token' },
  write: ({ service, link }, { token }) => ({
    subject: `Confirm that ${service} can reach you`,
    text: `Hello,

Two of our mails to this address came back, so we stopped sending any. If you can read this one, confirm the address within
24 hours:

${link(`/verify/address?token=${token}`, 'Confirm this address')}

If you did not ask for this, you can ignore this email.`,
  }),
});

export const noAccountMail = defineMail({
  to: 'anybody',
  slots: {},
  write: ({ service, link }) => ({
    subject: `No ${service} account for this address`,
    text: `Hello,

Someone requested a password reset for this address at ${service}, but it has no account. If it was you, you may have
signed up with another address, or you can sign up now:

${link('/sign-up', 'Sign up')}

If it was not you, you can ignore this email.`,
  }),
});

export const newSignInMail = defineMail({
  to: 'proved',
  slots: { browser: 'browser', day: 'day' },
  write: ({ service, link }, { browser, day }) => ({
    subject: `New sign-in to ${service}`,
    text: `Hello,

Your account was signed in to from a browser that you had not used before: ${browser}, on ${day} UTC.

If it was not you, someone knows your password. Reset it right away, which ends all sessions:

${link('/reset', 'Reset your password')}`,
  }),
});

export const passwordChangedMail = defineMail({
  to: 'proved',
  slots: {},
  write: ({ service, link }) => ({
    subject: `Your ${service} password was changed`,
    text: `Hello,

Your ${service} password was just changed, and you were signed out everywhere else.

If it was not you, reset your password right away:

${link('/reset', 'Reset your password')}`,
  }),
});

export const secondFactorSetUpMail = defineMail({
  to: 'proved',
  slots: {},
  write: ({ service, link }) => ({
    subject: `You set up a second factor for ${service}`,
    text: `Hello,

An authenticator app was just set up for your account: from now on, signing in takes a code from it as well, and you were
signed out everywhere else.

If it was not you, someone knows your password. Reset it, and ask us to remove the app:

${link('/reset', 'Reset your password')}`,
  }),
});

export const secondFactorRemovedMail = defineMail({
  to: 'proved',
  slots: {},
  write: ({ service, link }) => ({
    subject: `You turned off the second factor for ${service}`,
    text: `Hello,

Signing in to ${service} takes your password alone from now on.

If it was not you, reset your password right away, and set the second factor up again:

${link('/reset', 'Reset your password')}`,
  }),
});

export const lostFactorRemovedMail = defineMail({
  to: 'proved',
  slots: {},
  write: ({ service, link }) => ({
    subject: `Your second factor for ${service} was removed`,
    text: `Hello,

Three days ago we were told that you lost your authenticator app, and nobody has given a code since. Signing in to ${service}
takes your password alone from now on.

Sign in and set up a new authenticator app:

${link('/app/you/second-factor', 'Set up your second factor')}

If you did not ask for this, reset your password right away: ${link('/reset')}`,
  }),
});

export const recoveryCodesRenewedMail = defineMail({
  to: 'proved',
  slots: {},
  write: ({ service, link }) => ({
    subject: `You have new recovery codes for ${service}`,
    text: `Hello,

New recovery codes were just made for your account. Those that you had before no longer work.

If it was not you, reset your password right away, and make new codes again:

${link('/reset', 'Reset your password')}`,
  }),
});

export const recoveryCodeUsedMail = defineMail({
  to: 'proved',
  slots: { left: 'count' },
  write: ({ service, link }, { left }) => ({
    subject: `A recovery code was used for ${service}`,
    text: `Hello,

One of your recovery codes was just used in place of a code from your authenticator app. Unused codes that are left: ${left}.

If you have no authenticator app any more, turn the second factor off and set it up again:

${link('/app/you/second-factor', 'Open your second factor')}

If it was not you, reset your password right away:

${link('/reset', 'Reset your password')}`,
  }),
});

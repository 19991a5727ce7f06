// The pages of people: signing in and up, the links in mails, the team, and the profile.
import { claimsPage } from './claims.tsx';
import { creatorInvitationPage } from './creator-invitation.tsx';
import { invitationPage, proveAddressPage, resetPage, verifyPage } from './links.tsx';
import { mailPage } from './mail.tsx';
import { secondFactorPage } from './second-factor.tsx';
import { signInPage, signOutPage } from './sign-in.tsx';
import { signUpPage } from './sign-up.tsx';
import { teamPage } from './team.tsx';
import { invitationMailsPage, noticeMailsPage, unsubscribePage } from './unsubscribe.tsx';
import { youAnywherePage, youPage } from './you.tsx';

export const signInPages = [
  signInPage,
  signOutPage,
  signUpPage,
  verifyPage,
  proveAddressPage,
  resetPage,
  invitationPage,
  creatorInvitationPage,
  mailPage,
  unsubscribePage,
  noticeMailsPage,
  invitationMailsPage,
];
export const claimPages = [claimsPage];
export const teamPages = [teamPage, youPage, youAnywherePage, secondFactorPage];

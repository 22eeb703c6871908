import { Type } from 'typebox'

import { file, ids, NO_CONTENT } from '#shared/lib/route-parts.ts'

import { AdminViewSchema } from '#shared/operations/audit.ts'
import { DeletionSchema } from '#shared/people/deletion.ts'
import {
  ApprovalDecisionSchema,
  AddressVerificationSchema,
  FriendInvitationSchema,
  ImportAnswerSchema,
  ImportBatchSchema,
  ImportedProfileSchema,
  InvitationLinkSchema,
  InvitationPageSchema,
  InvitationQuerySchema,
  InvitationSchema,
  InvitationTokenSchema,
  OpenedInvitationSchema,
} from './invitations.ts'
import { LinkAddressSchema, LinkCodeSchema, LinkPasswordSchema, OpenedLinkSchema } from './action-links.ts'
import { LanguageChoiceSchema } from './language.ts'
import {
  CredentialChangeSchema,
  OwnSessionListSchema,
  SessionExchangeSchema,
  SessionSchema,
  VerificationSchema,
  VerificationTokenSchema,
} from './sessions.ts'
import { CodeEntrySchema, CodeRequestSchema, SignInTokenSchema } from './sign-in-codes.ts'
import { AgreementSchema, OwnAgreementSchema } from './terms.ts'

const ofInvitation = ids('invitationId')

/** Routes of the module, by method and path. */
export const accountsApi = {
  'GET /api/account/admin-views': {
    summary: 'List admin views of your private data',
    response: { 200: Type.Object({ items: Type.Array(AdminViewSchema) }) },
  },
  'DELETE /api/account/deletion': {
    summary: 'Cancel the deletion of your account',
    response: NO_CONTENT,
  },
  'POST /api/account/export': {
    summary: 'Download your data',
    response: file('application/json'),
  },
  'POST /api/account/deletion': {
    summary: 'Schedule the deletion of your account',
    response: { 200: DeletionSchema },
  },

  'POST /api/action-links/opened': {
    summary: 'Get the action of an emailed link',
    body: LinkCodeSchema,
    response: { 200: OpenedLinkSchema },
  },
  'POST /api/action-links/password': {
    summary: 'Set a new password with an emailed link',
    body: LinkPasswordSchema,
    response: { 200: LinkAddressSchema },
  },
  'POST /api/action-links/disowned': {
    summary: 'Remove an unverified account that someone else created',
    body: LinkCodeSchema,
    response: NO_CONTENT,
  },
  'POST /api/action-links/restored': {
    summary: 'Restore the email of an account',
    body: LinkCodeSchema,
    response: { 200: LinkAddressSchema },
  },

  'POST /api/invitations': {
    summary: 'Invite a friend',
    body: FriendInvitationSchema,
    response: NO_CONTENT,
  },
  'POST /api/invitations/opened': {
    summary: 'Get an invitation by the token of its link',
    body: InvitationTokenSchema,
    response: { 200: OpenedInvitationSchema },
  },
  'POST /api/invitations/address-verification': {
    summary: 'Verify the email of a new account by an emailed invitation',
    body: AddressVerificationSchema,
    response: NO_CONTENT,
  },
  'POST /api/invitations/approval-request': {
    summary: 'Request to use an invitation with a different email',
    body: InvitationTokenSchema,
    response: { 200: OpenedInvitationSchema },
  },
  'GET /api/invitations/imported-profile': {
    summary: 'Get imported profile fields',
    response: { 200: ImportedProfileSchema },
  },
  'GET /api/admin/invitations': {
    summary: 'List invitations',
    querystring: InvitationQuerySchema,
    response: { 200: InvitationPageSchema },
  },
  'GET /api/admin/invitations/links.csv': {
    summary: 'Download the links of all open invitations as CSV',
    response: file('text/csv'),
  },
  'POST /api/admin/invitations/import': {
    summary: 'Invite people, or preview an import',
    body: ImportBatchSchema,
    response: { 200: ImportAnswerSchema },
  },
  'POST /api/admin/invitations/:invitationId/link': {
    summary: 'Get the link of an invitation',
    params: ofInvitation,
    response: { 200: InvitationLinkSchema },
  },
  'POST /api/admin/invitations/:invitationId/resend': {
    summary: 'Resend an invitation',
    params: ofInvitation,
    response: { 200: InvitationSchema },
  },
  'POST /api/admin/invitations/:invitationId/revocation': {
    summary: 'Revoke an invitation',
    params: ofInvitation,
    response: { 200: InvitationSchema },
  },
  'POST /api/admin/invitations/:invitationId/approval': {
    summary: 'Decide a request to join with a different email',
    params: ofInvitation,
    body: ApprovalDecisionSchema,
    response: { 200: InvitationSchema },
  },

  'GET /api/session': { summary: 'Get the session', response: { 200: SessionSchema } },
  'POST /api/session': {
    summary: 'Exchange an ID token for a session',
    body: SessionExchangeSchema,
    response: { 200: SessionSchema },
  },
  'POST /api/session/logout': { summary: 'Sign out', response: NO_CONTENT },
  'POST /api/session/logout-all': {
    summary: 'Sign out everywhere',
    security: [{ session: [] }],
    response: NO_CONTENT,
  },
  'POST /api/session/verification-token': {
    summary: 'Create a verification token',
    body: SessionExchangeSchema,
    response: { 200: VerificationTokenSchema },
  },
  'POST /api/session/verification': {
    summary: 'Get the state of a verification link',
    body: VerificationTokenSchema,
    response: { 200: VerificationSchema },
  },
  'GET /api/sessions': { summary: 'List your sessions', response: { 200: OwnSessionListSchema } },
  'DELETE /api/sessions': { summary: 'End your other sessions', response: NO_CONTENT },
  'DELETE /api/sessions/:sessionId': {
    summary: 'End one of your sessions',
    params: Type.Object(
      { sessionId: Type.String({ minLength: 1, maxLength: 64 }) },
      { additionalProperties: false },
    ),
    response: NO_CONTENT,
  },
  'POST /api/sessions/credential-changes': {
    summary: 'Record a change of email, password or sign-in methods',
    body: CredentialChangeSchema,
    response: NO_CONTENT,
  },

  'POST /api/sign-in-codes': {
    summary: 'Email a sign-in code',
    body: CodeRequestSchema,
    response: NO_CONTENT,
  },
  'POST /api/sign-in-codes/use': {
    summary: 'Sign in with an emailed code',
    body: CodeEntrySchema,
    response: { 200: SignInTokenSchema },
  },

  'GET /api/me/language': {
    summary: 'Get your language',
    response: { 200: LanguageChoiceSchema },
  },
  'PUT /api/me/language': { summary: 'Choose a language', body: LanguageChoiceSchema, response: NO_CONTENT },

  'GET /api/me/agreement': {
    summary: 'Get the terms to agree to',
    response: { 200: OwnAgreementSchema },
  },
  'PUT /api/me/agreement': { summary: 'Agree to the terms', body: AgreementSchema, response: NO_CONTENT },
}

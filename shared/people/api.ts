import { Type } from 'typebox'

import { IdempotencyKeyHeaderSchema, ids, NO_CONTENT } from '#shared/lib/route-parts.ts'
import { keysOf } from '#shared/lib/records.ts'

import {
  FulfilledAsksSchema,
  FulfilmentSchema,
  HelperAnswerSchema,
  HelpersSchema,
  OpenAskPageSchema,
  OpenAsksQuerySchema,
  OwnAsksSchema,
} from './asks.ts'
import {
  BlockedMembersSchema,
  ConnectionCountsSchema,
  ConnectionListQuerySchema,
  ConnectionPageSchema,
  ConnectionRequestSchema,
  SuggestionsSchema,
  PrivateNoteEditSchema,
  PrivateNoteSchema,
  RelationshipSchema,
} from './connections.ts'
import {
  DirectoryFacetsSchema,
  DirectoryPageSchema,
  DirectoryQuerySchema,
  SuggestionsQuerySchema,
} from './directory.ts'
import { IMAGE_KINDS } from '#shared/lib/image-rules.ts'
import {
  AskedIntroductionSchema,
  IntroductionCandidatesQuerySchema,
  IntroductionCandidatesSchema,
  IntroductionsSchema,
  MadeIntroductionSchema,
  NewIntroductionSchema,
} from './introductions.ts'
import { MemberProfileSchema, OwnProfileSchema, ProfileEditSchema } from './members.ts'
import { VIEWERS } from './profile.ts'

const ofMember = ids('memberId')
const ofConnection = ids('connectionId')
const ofIntroduction = ids('introductionId')
const ofAsk = ids('askId')

/** Routes of the module, by method and path. */
export const peopleApi = {
  'GET /api/asks': {
    summary: 'List open asks',
    querystring: OpenAsksQuerySchema,
    response: { 200: OpenAskPageSchema },
  },
  'GET /api/asks/own': {
    summary: 'Count the members who offered to help with your asks',
    response: { 200: OwnAsksSchema },
  },
  'GET /api/asks/fulfilled': {
    summary: 'List fulfilled asks, and those with which you helped',
    response: { 200: FulfilledAsksSchema },
  },
  'GET /api/asks/:askId/helpers': {
    summary: 'List the members who offered to help with your ask',
    params: ofAsk,
    response: { 200: HelpersSchema },
  },
  'POST /api/asks/:askId/fulfilment': {
    summary: 'Mark your ask as fulfilled',
    params: ofAsk,
    body: FulfilmentSchema,
    response: NO_CONTENT,
  },
  'DELETE /api/asks/:askId/fulfilment': {
    summary: 'Remove your fulfilled ask from the list',
    params: ofAsk,
    response: NO_CONTENT,
  },
  'PUT /api/asks/:askId/helper': {
    summary: 'Answer whether you are named as the one who helped',
    params: ofAsk,
    body: HelperAnswerSchema,
    response: NO_CONTENT,
  },

  'GET /api/blocks': { summary: 'List blocked members', response: { 200: BlockedMembersSchema } },
  'PUT /api/blocks/:memberId': { summary: 'Block a member', params: ofMember, response: NO_CONTENT },
  'DELETE /api/blocks/:memberId': { summary: 'Unblock a member', params: ofMember, response: NO_CONTENT },

  'GET /api/connections': {
    summary: 'List connections and requests',
    querystring: ConnectionListQuerySchema,
    response: { 200: ConnectionPageSchema },
  },
  'GET /api/connections/counts': {
    summary: 'Count connections and requests',
    response: { 200: ConnectionCountsSchema },
  },
  'GET /api/connections/with/:memberId': {
    summary: 'Get your relationship with a member',
    params: ofMember,
    response: { 200: RelationshipSchema },
  },
  'POST /api/connections': {
    summary: 'Request a connection',
    body: ConnectionRequestSchema,
    response: { 200: RelationshipSchema },
  },
  'POST /api/connections/:connectionId/accept': {
    summary: 'Accept a request',
    params: ofConnection,
    response: { 200: RelationshipSchema },
  },
  'POST /api/connections/:connectionId/decline': {
    summary: 'Decline a request',
    params: ofConnection,
    response: { 200: RelationshipSchema },
  },
  'POST /api/connections/:connectionId/withdraw': {
    summary: 'Withdraw a request',
    params: ofConnection,
    response: { 200: RelationshipSchema },
  },
  'POST /api/connections/:connectionId/remove': {
    summary: 'Remove a connection',
    params: ofConnection,
    response: { 200: RelationshipSchema },
  },
  'POST /api/connections/:connectionId/undo': {
    summary: 'Undo your last change to a connection',
    params: ofConnection,
    response: { 200: RelationshipSchema },
  },

  'GET /api/directory': {
    summary: 'Search members',
    querystring: DirectoryQuerySchema,
    response: { 200: DirectoryPageSchema },
  },
  'GET /api/directory/facets': {
    summary: 'List the directory’s filters',
    response: { 200: DirectoryFacetsSchema },
  },

  'POST /api/images': {
    summary: 'Upload an image',
    consumes: ['image/webp'],
    querystring: Type.Object({ kind: Type.Enum(keysOf(IMAGE_KINDS)) }, { additionalProperties: false }),
    body: Type.Unsafe<unknown>({ description: 'Image data.' }),
    response: { 200: Type.Object({ id: Type.String() }) },
  },

  'GET /api/introductions': {
    summary: 'List your introductions',
    response: { 200: IntroductionsSchema },
  },
  'GET /api/introductions/candidates': {
    summary: 'List connections to introduce to a member',
    querystring: IntroductionCandidatesQuerySchema,
    response: { 200: IntroductionCandidatesSchema },
  },
  'POST /api/introductions': {
    summary: 'Introduce two of your connections to each other',
    headers: IdempotencyKeyHeaderSchema,
    body: NewIntroductionSchema,
    response: { 201: MadeIntroductionSchema },
  },
  'POST /api/introductions/:introductionId/accept': {
    summary: 'Accept an introduction',
    params: ofIntroduction,
    response: { 200: AskedIntroductionSchema },
  },
  'POST /api/introductions/:introductionId/decline': {
    summary: 'Decline an introduction',
    params: ofIntroduction,
    response: NO_CONTENT,
  },

  'GET /api/me': { summary: 'Get your own profile', response: { 200: OwnProfileSchema } },
  'PUT /api/me': {
    summary: 'Edit your profile',
    body: ProfileEditSchema,
    response: { 200: OwnProfileSchema },
  },
  'POST /api/me/asks/:askId/renewal': {
    summary: 'Renew an ask',
    params: ofAsk,
    response: { 200: OwnProfileSchema },
  },
  'GET /api/me/view-as/:viewer': {
    summary: 'Preview your profile as others',
    params: Type.Object({ viewer: Type.Enum([...VIEWERS]) }),
    response: { 200: MemberProfileSchema },
  },
  'POST /api/me/onboarded': { summary: 'Finish onboarding', response: { 200: OwnProfileSchema } },
  'POST /api/me/first-steps-dismissed': { summary: 'Dismiss the first steps', response: NO_CONTENT },
  'GET /api/members/:memberId': {
    summary: 'Get a member’s profile',
    params: ofMember,
    response: { 200: MemberProfileSchema },
  },

  'GET /api/connections/:connectionId/note': {
    summary: 'Get your private note on a connection',
    params: ofConnection,
    response: { 200: PrivateNoteSchema },
  },
  'PUT /api/connections/:connectionId/note': {
    summary: 'Save your private note on a connection',
    params: ofConnection,
    body: PrivateNoteEditSchema,
    response: { 200: PrivateNoteSchema },
  },

  'GET /api/suggestions': {
    summary: 'List suggested introductions',
    querystring: SuggestionsQuerySchema,
    response: { 200: SuggestionsSchema },
  },
  'PUT /api/suggestions/:memberId/dismissal': {
    summary: 'Dismiss a suggested introduction',
    params: ofMember,
    response: NO_CONTENT,
  },
  'DELETE /api/suggestions/:memberId/dismissal': {
    summary: 'Restore a dismissed introduction',
    params: ofMember,
    response: NO_CONTENT,
  },
}

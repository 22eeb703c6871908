import { Type } from 'typebox'

import { CursorQuerySchema, IdSchema } from '#shared/lib/page.ts'
import { file, NO_CONTENT } from '#shared/lib/route-parts.ts'

import { lettersApi } from './letters.ts'
import {
  ChapterProposalEditSchema,
  ChapterProposalsSchema,
  DeclineProposalSchema,
  OwnChapterProposalSchema,
} from './proposals.ts'
import { ChapterHealthSchema, ChaptersHealthQuerySchema, ChaptersHealthSchema } from './health.ts'
import {
  ChapterAnswerSchema,
  ChapterAppointmentSchema,
  ChapterChoicesQuerySchema,
  ChapterChoicesSchema,
  ChapterEditSchema,
  ChapterImportSchema,
  ChapterListQuerySchema,
  ChapterMembersSchema,
  ChapterPageSchema,
  ChapterPeopleQuerySchema,
  ChapterPeopleSchema,
  ChapterSchema,
  ChapterSlugSchema,
  JoinChapterSchema,
  MergeChapterSchema,
} from './schema.ts'

const ofChapter = Type.Object({ slug: ChapterSlugSchema })
const ofMember = Type.Object({ memberId: IdSchema })
const ofPerson = Type.Object({ slug: ChapterSlugSchema, memberId: IdSchema })

/** Routes of the module, by method and path. */
export const chaptersApi = {
  ...lettersApi,
  'GET /api/chapters': {
    summary: 'List chapters',
    querystring: ChapterListQuerySchema,
    response: { 200: ChapterPageSchema },
  },
  'GET /api/chapters/choices': {
    summary: 'List chapters to choose from',
    querystring: ChapterChoicesQuerySchema,
    response: { 200: ChapterChoicesSchema },
  },
  'GET /api/chapters/proposal': {
    summary: 'Get one’s own proposal to start a chapter',
    response: { 200: OwnChapterProposalSchema },
  },
  'PUT /api/chapters/proposal': {
    summary: 'Propose to start a chapter',
    body: ChapterProposalEditSchema,
    response: { 200: OwnChapterProposalSchema },
  },
  'DELETE /api/chapters/proposal': {
    summary: 'Withdraw the proposal to start a chapter',
    response: NO_CONTENT,
  },
  'GET /api/chapters/:slug': {
    summary: 'Get a chapter',
    params: ofChapter,
    response: { 200: ChapterSchema },
  },
  'PUT /api/chapters/:slug/membership': {
    summary: 'Join a chapter, or ask to join it',
    params: ofChapter,
    body: JoinChapterSchema,
    response: { 200: ChapterSchema },
  },
  'DELETE /api/chapters/:slug/membership': {
    summary: 'Leave a chapter, withdraw a request or decline an invitation',
    params: ofChapter,
    response: NO_CONTENT,
  },
  'PUT /api/chapters/:slug/membership/offer': {
    summary: 'Offer to lead a chapter',
    params: ofChapter,
    response: NO_CONTENT,
  },
  'DELETE /api/chapters/:slug/membership/offer': {
    summary: 'Withdraw the offer to lead a chapter',
    params: ofChapter,
    response: NO_CONTENT,
  },
  'POST /api/chapters/:slug/membership/term': {
    summary: 'Renew the term as lead of a chapter',
    params: ofChapter,
    response: NO_CONTENT,
  },
  'POST /api/chapters/:slug/membership/undo': {
    summary: 'Undo the move to a home chapter',
    params: ofChapter,
    response: NO_CONTENT,
  },
  'GET /api/chapters/:slug/members': {
    summary: 'List the members of a chapter',
    params: ofChapter,
    querystring: CursorQuerySchema,
    response: { 200: ChapterMembersSchema },
  },
  'GET /api/chapters/:slug/health': {
    summary: 'Get the health of a chapter',
    params: ofChapter,
    response: { 200: ChapterHealthSchema },
  },
  'GET /api/chapters/:slug/people': {
    summary: 'List the people of a chapter, or its requests and invitations',
    params: ofChapter,
    querystring: ChapterPeopleQuerySchema,
    response: { 200: ChapterPeopleSchema },
  },
  'POST /api/chapters/:slug/people/export': {
    summary: 'Download the people of a chapter as CSV',
    params: ofChapter,
    response: file('text/csv'),
  },
  'PUT /api/chapters/:slug/people/:memberId': {
    summary: 'Invite a member to a chapter',
    params: ofPerson,
    response: NO_CONTENT,
  },
  'DELETE /api/chapters/:slug/people/:memberId': {
    summary: 'End a membership or withdraw an invitation',
    params: ofPerson,
    response: NO_CONTENT,
  },
  'POST /api/chapters/:slug/people/:memberId/answer': {
    summary: 'Answer a request to join a chapter',
    params: ofPerson,
    body: ChapterAnswerSchema,
    response: NO_CONTENT,
  },
  'PUT /api/chapters/:slug/people/:memberId/role': {
    summary: 'Change a role in a chapter',
    params: ofPerson,
    body: ChapterAppointmentSchema,
    response: NO_CONTENT,
  },
  'GET /api/admin/chapters/health': {
    summary: 'List the health of chapters in a month',
    querystring: ChaptersHealthQuerySchema,
    response: { 200: ChaptersHealthSchema },
  },
  'GET /api/admin/chapters/proposals': {
    summary: 'List open proposals to start a chapter',
    response: { 200: ChapterProposalsSchema },
  },
  'POST /api/admin/chapters/proposals/:memberId/approval': {
    summary: 'Create the chapter that a member proposed',
    params: ofMember,
    body: ChapterEditSchema,
    response: { 201: ChapterSchema },
  },
  'POST /api/admin/chapters/proposals/:memberId/refusal': {
    summary: 'Decline a proposal to start a chapter',
    params: ofMember,
    body: DeclineProposalSchema,
    response: NO_CONTENT,
  },
  'POST /api/admin/chapters': {
    summary: 'Create a chapter',
    body: ChapterEditSchema,
    response: { 201: ChapterSchema },
  },
  'POST /api/admin/chapters/import': {
    summary: 'Create the chapters of a file, all or none',
    body: ChapterImportSchema,
    response: NO_CONTENT,
  },
  'PUT /api/admin/chapters/:slug': {
    summary: 'Edit a chapter',
    params: ofChapter,
    body: ChapterEditSchema,
    response: { 200: ChapterSchema },
  },
  'POST /api/admin/chapters/:slug/merge': {
    summary: 'Merge a chapter into another',
    params: ofChapter,
    body: MergeChapterSchema,
    response: NO_CONTENT,
  },
  'POST /api/admin/chapters/:slug/merge/undo': {
    summary: 'Undo the merge of a chapter',
    params: ofChapter,
    response: NO_CONTENT,
  },
}

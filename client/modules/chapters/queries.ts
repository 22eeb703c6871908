import { useQueryClient } from '@tanstack/react-query'

import type { FilterOf } from '#shared/api.ts'
import type { ChapterMembershipKind, ChapterRole } from '#shared/chapters/rules.ts'
import type { LetterEdit, PlannedLetter } from '#shared/chapters/letters.ts'
import type { ChapterProposal, ChapterProposalEdit } from '#shared/chapters/proposals.ts'
import type { ChapterEdit, ChapterImport } from '#shared/chapters/schema.ts'
import { pagedQuery, pagesQuery } from '#client/lib/pages.ts'
import { request } from '#client/lib/request.ts'
import { keepRelationships } from '#client/modules/people/connections/queries.ts'
import { routeQuery } from '#client/lib/route-query.ts'

export const chapterList = (list: 'all' | 'ownFirst') =>
  pagedQuery(['chapters', 'list', list], ({ cursor, signal }) =>
    request('GET /api/chapters', { query: { list, cursor }, signal }),
  )

export const chapter = (slug: string) =>
  routeQuery(['chapters', 'one', slug], 'GET /api/chapters/:slug', { params: { slug } })

export const chapterMembers = (slug: string) =>
  pagedQuery(['chapters', 'members', slug], async ({ cursor, signal, client }) => {
    const params = { slug }
    const page = await request('GET /api/chapters/:slug/members', { params, query: { cursor }, signal })
    keepRelationships(client, page.items)
    return page
  })

export const chapterPeople = (slug: string, state: 'active' | 'pending') =>
  pagedQuery(['chapters', 'people', slug, state], ({ cursor, signal }) =>
    request('GET /api/chapters/:slug/people', { params: { slug }, query: { state, cursor }, signal }),
  )

export const chapterHealth = (slug: string) =>
  routeQuery(['chapters', 'health', slug], 'GET /api/chapters/:slug/health', { params: { slug } })

export type HealthFilter = FilterOf<'GET /api/admin/chapters/health'>

export const chaptersHealth = (filter: HealthFilter) =>
  pagesQuery(
    ['chapters', 'health-of-all', filter],
    ({ cursor, signal }) =>
      request('GET /api/admin/chapters/health', { query: { ...filter, cursor }, signal }),
    ({ pages }) => ({ items: pages.flatMap(({ items }) => items), months: pages.at(-1)?.months ?? [] }),
  )

export const chapterLetters = (slug: string) =>
  pagedQuery(['chapters', 'letters', slug], ({ cursor, signal }) =>
    request('GET /api/chapters/:slug/letters', { params: { slug }, query: { cursor }, signal }),
  )

export const chapterLetter = (slug: string, letterId: string) =>
  routeQuery(['chapters', 'letter', slug, letterId], 'GET /api/chapters/:slug/letters/:letterId', {
    params: { slug, letterId },
  })

export const letterPlan = (slug: string) =>
  routeQuery(['chapters', 'letter-plan', slug], 'GET /api/chapters/:slug/letters/plan', { params: { slug } })

export const ownProposal = routeQuery(['chapters', 'proposal'], 'GET /api/chapters/proposal')

export const proposals = routeQuery(['chapters', 'proposals'], 'GET /api/admin/chapters/proposals')

/** Every list and page of chapters may show a membership that changed. */
export function useChaptersChanged() {
  const cache = useQueryClient()
  return () => cache.invalidateQueries({ queryKey: ['chapters'] })
}

export const joinChapter = (slug: string, kind: ChapterMembershipKind) =>
  request('PUT /api/chapters/:slug/membership', { params: { slug }, body: { kind } })

export const leaveChapter = (slug: string) =>
  request('DELETE /api/chapters/:slug/membership', { params: { slug } })

export const offerToLead = (slug: string, isOffered: boolean) =>
  request(`${isOffered ? 'PUT' : 'DELETE'} /api/chapters/:slug/membership/offer`, { params: { slug } })

export const renewTerm = (slug: string) =>
  request('POST /api/chapters/:slug/membership/term', { params: { slug } })

export const undoMove = (slug: string) =>
  request('POST /api/chapters/:slug/membership/undo', { params: { slug } })

export const answerRequest = (slug: string, memberId: string, answer: 'approve' | 'decline') =>
  request('POST /api/chapters/:slug/people/:memberId/answer', {
    params: { slug, memberId },
    body: { answer },
  })

export const peopleFile = (slug: string) =>
  request('POST /api/chapters/:slug/people/export', { params: { slug }, file: 'text/csv' })

export const inviteToChapter = (slug: string, memberId: string) =>
  request('PUT /api/chapters/:slug/people/:memberId', { params: { slug, memberId } })

export const endMembership = (slug: string, memberId: string) =>
  request('DELETE /api/chapters/:slug/people/:memberId', { params: { slug, memberId } })

export const changeChapterRole = (slug: string, memberId: string, role: ChapterRole) =>
  request('PUT /api/chapters/:slug/people/:memberId/role', { params: { slug, memberId }, body: { role } })

export const createChapter = (body: ChapterEdit) => request('POST /api/admin/chapters', { body })

export const proposeChapter = (body: ChapterProposalEdit) => request('PUT /api/chapters/proposal', { body })

export const withdrawProposal = () => request('DELETE /api/chapters/proposal')

const answered = ({ member, version }: ChapterProposal) => ({
  params: { memberId: member.id },
  ifMatch: version,
})

export const acceptProposal = (proposal: ChapterProposal, body: ChapterEdit) =>
  request('POST /api/admin/chapters/proposals/:memberId/approval', { ...answered(proposal), body })

export const declineProposal = (proposal: ChapterProposal, note: string) =>
  request('POST /api/admin/chapters/proposals/:memberId/refusal', { ...answered(proposal), body: { note } })

export const importChapters = (chapters: ChapterImport['chapters']) =>
  request('POST /api/admin/chapters/import', { body: { chapters } })

export const mergeChapter = (slug: string, into: string) =>
  request('POST /api/admin/chapters/:slug/merge', { params: { slug }, body: { into } })

export const undoMerge = (slug: string) =>
  request('POST /api/admin/chapters/:slug/merge/undo', { params: { slug } })

export const createLetter = (slug: string, body: LetterEdit, idempotencyKey: string) =>
  request('POST /api/chapters/:slug/letters', { idempotencyKey, params: { slug }, body })

export const editLetter = (slug: string, { id, version }: PlannedLetter, body: LetterEdit) =>
  request('PUT /api/chapters/:slug/letters/:letterId', {
    params: { slug, letterId: id },
    body,
    ifMatch: version,
  })

export const deleteLetter = (slug: string, letterId: string) =>
  request('DELETE /api/chapters/:slug/letters/:letterId', { params: { slug, letterId } })

export const chooseLetters = (slug: string, email: boolean) =>
  request('PUT /api/chapters/:slug/membership/letters', { params: { slug }, body: { email } })

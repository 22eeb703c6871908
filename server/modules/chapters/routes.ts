import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'

import { chaptersApi } from '#shared/chapters/api.ts'
import { attachment } from '#server/http/attachment.ts'
import { expectedVersion, IF_MATCH } from '#server/http/checks/if-match.ts'
import { valueErrors } from '#server/http/field-errors.ts'

import type { ChapterEditor } from './chapters/editor.ts'
import type { ChapterExports } from './exports.ts'
import type { ChapterImporter } from './import.ts'
import type { ChapterHealthService } from './health.ts'
import type { ChapterMerging } from './merging.ts'
import type { OwnChapterMemberships } from './memberships/own.ts'
import type { ChapterPeople } from './memberships/people.ts'
import type { LetterService } from './letters.ts'
import type { LeadOffers } from './offers.ts'
import type { ChapterProposals } from './proposals.ts'
import type { ChapterService } from './service.ts'

interface Services {
  chapters: ChapterService
  own: OwnChapterMemberships
  offers: LeadOffers
  proposals: ChapterProposals
  people: ChapterPeople
  exports: ChapterExports
  health: ChapterHealthService
}

/** `/api/chapters`: the services check the rights in each chapter. */
export const chapterRoutes: FastifyPluginAsyncTypebox<Services> = async (
  app,
  { chapters, own, offers, proposals, people, exports, health },
) => {
  app.get('/', {
    schema: chaptersApi['GET /api/chapters'],
    handler: ({ actor, query }) => chapters.list(actor, query),
  })

  app.get('/choices', {
    schema: chaptersApi['GET /api/chapters/choices'],
    handler: async ({ actor, query: { action } }) => ({
      items: await (action === 'join' ? chapters.homes(actor) : chapters.choices(actor, action)),
    }),
  })

  app.get('/:slug', {
    schema: chaptersApi['GET /api/chapters/:slug'],
    handler: ({ actor, params }) => chapters.details(actor, params.slug),
  })

  app.get('/:slug/members', {
    schema: chaptersApi['GET /api/chapters/:slug/members'],
    handler: ({ actor, params, query }) => chapters.members(actor, params.slug, query.cursor),
  })

  app.get('/:slug/health', {
    schema: chaptersApi['GET /api/chapters/:slug/health'],
    handler: ({ actor, params }) => health.ofChapter(actor, params.slug),
  })

  app.put('/:slug/membership', {
    schema: chaptersApi['PUT /api/chapters/:slug/membership'],
    async handler({ actor, params, body }) {
      await own.join(actor, params.slug, body.kind)
      return chapters.details(actor, params.slug)
    },
  })

  app.delete('/:slug/membership', {
    schema: chaptersApi['DELETE /api/chapters/:slug/membership'],
    handler: ({ actor, params }) => own.leave(actor, params.slug),
  })

  app.post('/:slug/membership/term', {
    schema: chaptersApi['POST /api/chapters/:slug/membership/term'],
    handler: ({ actor, params }) => own.renewTerm(actor, params.slug),
  })

  app.post('/:slug/membership/undo', {
    schema: chaptersApi['POST /api/chapters/:slug/membership/undo'],
    handler: ({ actor, params }) => own.undoMove(actor, params.slug),
  })

  app.put('/:slug/membership/offer', {
    schema: chaptersApi['PUT /api/chapters/:slug/membership/offer'],
    handler: ({ actor, params }) => offers.offer(actor, params.slug),
  })

  app.delete('/:slug/membership/offer', {
    schema: chaptersApi['DELETE /api/chapters/:slug/membership/offer'],
    handler: ({ actor, params }) => offers.withdraw(actor, params.slug),
  })

  await app.register(personRoutes, { people, exports, chapters })
  await app.register(proposalRoutes, { proposals })
}

const proposalRoutes: FastifyPluginAsyncTypebox<Pick<Services, 'proposals'>> = async (app, { proposals }) => {
  app.get('/proposal', {
    schema: chaptersApi['GET /api/chapters/proposal'],
    handler: ({ actor }) => proposals.own(actor),
  })

  app.put('/proposal', {
    schema: chaptersApi['PUT /api/chapters/proposal'],
    async handler({ actor, body }) {
      await proposals.propose(actor, body)
      return proposals.own(actor)
    },
  })

  app.delete('/proposal', {
    schema: chaptersApi['DELETE /api/chapters/proposal'],
    handler: ({ actor }) => proposals.withdraw(actor),
  })
}

const personRoutes: FastifyPluginAsyncTypebox<Pick<Services, 'people' | 'exports' | 'chapters'>> = async (
  app,
  { people, exports, chapters },
) => {
  app.get('/:slug/people', {
    schema: chaptersApi['GET /api/chapters/:slug/people'],
    handler: ({ actor, params, query }) => chapters.people(actor, params.slug, query),
  })

  app.post('/:slug/people/export', {
    schema: chaptersApi['POST /api/chapters/:slug/people/export'],
    handler: async ({ actor, params }, reply) => {
      const { title, text } = await exports.csv(actor, params.slug)
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', attachment(title, 'csv'))
        .send(text)
    },
  })

  app.put('/:slug/people/:memberId', {
    schema: chaptersApi['PUT /api/chapters/:slug/people/:memberId'],
    handler: ({ actor, params }) => people.invite(actor, params),
  })

  app.delete('/:slug/people/:memberId', {
    schema: chaptersApi['DELETE /api/chapters/:slug/people/:memberId'],
    handler: ({ actor, params }) => people.end(actor, params),
  })

  app.post('/:slug/people/:memberId/answer', {
    schema: chaptersApi['POST /api/chapters/:slug/people/:memberId/answer'],
    handler: ({ actor, params, body }) => people.answer(actor, params, body.answer),
  })

  app.put('/:slug/people/:memberId/role', {
    schema: chaptersApi['PUT /api/chapters/:slug/people/:memberId/role'],
    handler: ({ actor, params, body }) => people.appoint(actor, params, body.role),
  })
}

const LETTERS = '/:slug/letters'

/** Letters below `/api/chapters/:slug`: the services check the rights in each chapter. */
export const letterRoutes: FastifyPluginAsyncTypebox<{ letters: LetterService }> = async (
  app,
  { letters },
) => {
  app.get(LETTERS, {
    schema: chaptersApi['GET /api/chapters/:slug/letters'],
    handler: ({ actor, params, query }) => letters.list(actor, params.slug, query.cursor),
  })

  app.get(`${LETTERS}/plan`, {
    schema: chaptersApi['GET /api/chapters/:slug/letters/plan'],
    handler: ({ actor, params }) => letters.plan(actor, params.slug),
  })

  app.get(`${LETTERS}/:letterId`, {
    schema: chaptersApi['GET /api/chapters/:slug/letters/:letterId'],
    handler: ({ actor, params }) => letters.read(actor, params),
  })

  app.post(LETTERS, {
    schema: chaptersApi['POST /api/chapters/:slug/letters'],
    async handler({ actor, headers, params, body }, reply) {
      return reply.code(201).send(await letters.create(actor, params.slug, body, headers['idempotency-key']))
    },
  })

  app.put(`${LETTERS}/:letterId`, {
    config: { headers: IF_MATCH },
    schema: chaptersApi['PUT /api/chapters/:slug/letters/:letterId'],
    handler: (request) => letters.edit(request.actor, request.params, expectedVersion(request), request.body),
  })

  app.delete(`${LETTERS}/:letterId`, {
    schema: chaptersApi['DELETE /api/chapters/:slug/letters/:letterId'],
    async handler({ actor, params }, reply) {
      await letters.remove(actor, params)
      return reply.code(204).send(null)
    },
  })

  app.put('/:slug/membership/letters', {
    schema: chaptersApi['PUT /api/chapters/:slug/membership/letters'],
    async handler({ actor, params, body }, reply) {
      await letters.choose(actor, params.slug, body.email)
      return reply.code(204).send(null)
    },
  })
}

/** `/api/admin/chapters`, only in the admin scope. */
export const adminChapterRoutes: FastifyPluginAsyncTypebox<{
  editor: ChapterEditor
  importer: ChapterImporter
  merging: ChapterMerging
  proposals: ChapterProposals
  chapters: ChapterService
  health: ChapterHealthService
}> = async (app, { editor, importer, merging, proposals, chapters, health }) => {
  app.get('/health', {
    schema: chaptersApi['GET /api/admin/chapters/health'],
    handler: ({ query }) => health.ofAll(query),
  })

  app.get('/proposals', {
    schema: chaptersApi['GET /api/admin/chapters/proposals'],
    handler: async ({ actor }) => ({ items: await proposals.list(actor) }),
  })

  app.post('/proposals/:memberId/approval', {
    config: { headers: IF_MATCH },
    schema: chaptersApi['POST /api/admin/chapters/proposals/:memberId/approval'],
    async handler(request) {
      const { actor, params, body } = request
      await proposals.accept(actor, { ...params, version: expectedVersion(request) }, body)
      return chapters.details(actor, body.slug)
    },
  })

  app.post('/proposals/:memberId/refusal', {
    config: { headers: IF_MATCH },
    schema: chaptersApi['POST /api/admin/chapters/proposals/:memberId/refusal'],
    handler: (request) =>
      proposals.decline(
        request.actor,
        { ...request.params, version: expectedVersion(request) },
        request.body.note,
      ),
  })

  app.post('/', {
    schema: chaptersApi['POST /api/admin/chapters'],
    async handler({ actor, body }) {
      await editor.create(actor, body)
      return chapters.details(actor, body.slug)
    },
  })

  app.post('/import', {
    bodyLimit: 1024 * 1024,
    // The importer answers with all errors of a file, also of its values.
    attachValidation: true,
    schema: chaptersApi['POST /api/admin/chapters/import'],
    handler: (request) => importer.create(request.actor, request.body, valueErrors(request)),
  })

  app.put('/:slug', {
    config: { headers: IF_MATCH },
    schema: chaptersApi['PUT /api/admin/chapters/:slug'],
    async handler(request) {
      const { actor, params, body } = request
      await editor.edit(actor, params.slug, expectedVersion(request), body)
      return chapters.details(actor, body.slug)
    },
  })

  app.post('/:slug/merge', {
    schema: chaptersApi['POST /api/admin/chapters/:slug/merge'],
    handler: ({ actor, params, body }) => merging.merge(actor, params.slug, body.into),
  })

  app.post('/:slug/merge/undo', {
    schema: chaptersApi['POST /api/admin/chapters/:slug/merge/undo'],
    handler: ({ actor, params }) => merging.undo(actor, params.slug),
  })
}

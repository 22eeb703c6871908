import { createHash } from 'node:crypto'

import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'

import { CHAPTER_SLUG_PATTERN } from '#shared/chapters/rules.ts'
import { calendarApi } from '#shared/calendar/api.ts'
import { SECOND } from '#shared/lib/durations.ts'
import type { Language } from '#shared/lib/language/languages.ts'
import { CHAPTER, EVENT_FEEDS } from '#shared/lib/paths.ts'
import type { GuestService } from '#server/modules/attendance/types.ts'
import { attachment } from '#server/http/attachment.ts'
import { pathOf } from '#server/http/request-log.ts'
import { createFilledFiles, isUnchanged, sendFile } from '#server/http/pages/static-files.ts'
import { notFound } from '#server/lib/failure.ts'
import { inLanguage } from '#server/lib/language.ts'

import type { Chapters } from '#server/modules/chapters/module.ts'

import type { CalendarFeeds } from './feeds.ts'
import type { FeedKind } from './feed-files.ts'
import { FEEDS_KEPT, type PublicFeeds } from './public-feeds.ts'
import type { CalendarService } from './service.ts'

const CALENDAR_TYPE = 'text/calendar; charset=utf-8'

/** `/api/events/:eventId/calendar.ics` */
export const eventCalendarRoutes: FastifyPluginAsyncTypebox<{ calendar: CalendarService }> = async (
  app,
  { calendar },
) => {
  app.get('/:eventId/calendar.ics', {
    schema: calendarApi['GET /api/events/:eventId/calendar.ics'],
    handler: async ({ actor, params }, reply) => {
      const { title, text } = await calendar.file(actor, params.eventId)
      return reply.type(CALENDAR_TYPE).header('content-disposition', attachment(title, 'ics')).send(text)
    },
  })
}

/** `/api/guests/calendar`, for anyone with a guest's link. */
export const guestCalendarRoutes: FastifyPluginAsyncTypebox<{
  calendar: CalendarService
  guests: GuestService
}> = async (app, { calendar, guests }) => {
  app.post('/calendar', {
    schema: calendarApi['POST /api/guests/calendar'],
    handler: async ({ body }, reply) => {
      const { id, isGoing } = await guests.answering.eventOf(body.link)
      const file = await calendar.guestFile(id, isGoing)
      if (!file) throw notFound('event')
      return reply
        .type(CALENDAR_TYPE)
        .header('content-disposition', attachment(file.title, 'ics'))
        .send(file.text)
    },
  })
}

/** `/api/calendar-feed` of the member. */
export const calendarFeedRoutes: FastifyPluginAsyncTypebox<{ calendarFeeds: CalendarFeeds }> = async (
  app,
  { calendarFeeds },
) => {
  app.get('/', {
    schema: calendarApi['GET /api/calendar-feed'],
    handler: ({ actor }) => calendarFeeds.feed(actor),
  })

  app.post('/', {
    schema: calendarApi['POST /api/calendar-feed'],
    handler: ({ actor, headers }) => calendarFeeds.reset(actor, headers['idempotency-key']),
  })

  app.delete('/', {
    schema: calendarApi['DELETE /api/calendar-feed'],
    handler: ({ actor }) => calendarFeeds.remove(actor),
  })
}

interface FeedFileOptions {
  calendarFeeds: CalendarFeeds
  calendar: CalendarService
  languageOf: (memberId: string) => Promise<Language>
  /** Counts a request for an unknown address. */
  onMiss: (request: FastifyRequest) => Promise<void>
}

const SLUG = new RegExp(CHAPTER_SLUG_PATTERN)
const SECRET_SCHEMA = { params: Type.Object({ secret: Type.String() }), hide: true }
const FILES = {
  calendar: { ending: '.ics', type: CALENDAR_TYPE },
  atom: { ending: '.atom', type: 'application/atom+xml; charset=utf-8' },
}

/** `/calendar`: for calendar apps, which only have the address. */
export const subscribedCalendarRoutes: FastifyPluginAsyncTypebox<FeedFileOptions> = async (
  app,
  { calendarFeeds, calendar, languageOf, onMiss },
) => {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('referrer-policy', 'no-referrer')
    done()
  })

  async function miss(request: FastifyRequest): Promise<never> {
    await onMiss(request)
    throw notFound('calendar')
  }

  for (const [kind, { type, ending }] of Object.entries(FILES) as [FeedKind, (typeof FILES)[FeedKind]][])
    app.get(`/:secret${ending}`, { schema: SECRET_SCHEMA }, async (request, reply) => {
      const { secret } = request.params as { secret: string }
      const owner = await calendarFeeds.ownerOf(secret)
      const slug = chapterIn(request)
      if (owner === undefined || (kind === 'atom' && slug === undefined)) return miss(request)
      const text = await inLanguage(await languageOf(owner), () =>
        slug === undefined
          ? calendar.feed(owner)
          : calendar.chapterFeed(kind, owner, slug, `${pathOf(request.url)}?${CHAPTER}=${slug}`),
      )
      const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
      reply.headers({ etag, 'cache-control': 'private, no-cache' })
      if (isUnchanged(request.headers['if-none-match'], etag)) return reply.code(304).send()
      return reply.type(type).send(text)
    })

  // A mistyped address must not open the app, which would log it with an error.
  app.get('/*', { schema: { hide: true } }, miss)
}

/** The chapter that a feed is limited to. Other parameters are ignored, because feed readers add their own. */
function chapterIn({ query }: FastifyRequest): string | undefined {
  const { chapter } = query as { chapter?: unknown }
  if (chapter === undefined || (typeof chapter === 'string' && SLUG.test(chapter))) return chapter
  throw notFound('feed')
}

interface PublicFeedOptions {
  publicFeed: PublicFeeds
  community: () => Promise<{ organisation: string; hasFeeds: boolean }>
  chapters: Chapters['chapters']
}

/** Other caches keep them as briefly: an event may be hidden, or stop being public. */
const CACHED = {
  'cache-control': `public, max-age=${FEEDS_KEPT / SECOND}`,
  vary: 'accept-encoding, accept-language, cookie',
}

/** `/events.ics` and `/events.atom`, for anyone; with `?chapter=`, those of a public chapter. */
export const publicFeedRoutes: FastifyPluginAsyncTypebox<PublicFeedOptions> = async (
  app,
  { publicFeed, community, chapters },
) => {
  const fileOf = createFilledFiles(CACHED)
  for (const kind of ['calendar', 'atom'] as const) {
    const path = EVENT_FEEDS[kind]
    app.get(path, { schema: { hide: true } }, async (request, reply) => {
      const { organisation, hasFeeds } = await community()
      const slug = chapterIn(request)
      const chapter = slug === undefined ? undefined : await chapters.publicChapter(slug)
      if (!hasFeeds || (slug !== undefined && !chapter)) throw notFound('feed')
      const { text, modifiedAt } = await publicFeed(kind, organisation, chapter)
      reply.header('last-modified', new Date(modifiedAt).toUTCString())
      if (isUnmodified(request, modifiedAt)) return reply.headers(CACHED).code(304).send()
      return sendFile(await fileOf(path, text), request, reply)
    })
  }
}

/** An entity tag decides alone where there is one (RFC 9110, 13.1.3). */
const isUnmodified = ({ headers }: FastifyRequest, modifiedAt: number) =>
  headers['if-none-match'] === undefined && Date.parse(headers['if-modified-since'] ?? '') >= modifiedAt

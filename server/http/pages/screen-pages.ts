import type { FastifyRequest } from 'fastify'

import { SECOND } from '#shared/lib/durations.ts'
import type { LandingCommunity } from '#shared/community/landing.ts'
import { eventIdAt, paths } from '#shared/lib/paths.ts'
import type { PublicChapterPage } from '#shared/programme/pages.ts'
import type { PublicEvent } from '#shared/events/public-events.ts'
import { startDeadline } from '#server/lib/concurrency/deadline.ts'
import { escapeHtml } from '#server/lib/text/html.ts'

import { descriptionOf, previewTags, type PreviewSite, tag, titleOf } from './link-preview.ts'
import type { Page } from './community-pages.ts'
import { atEndOfHead } from './page-data.ts'
import type { FilledFiles, StaticFile } from './static-files.ts'

/** The public events, for the pages. */
export interface PublicEventSource {
  /** Returns the same array until it may have changed. */
  next: () => Promise<readonly PublicEvent[]>
  /** Undefined for an event that is not public, whether it exists or not. */
  find: (eventId: string) => Promise<PublicEvent | undefined>
  /** Ids of those that have not ended, at most 1,000. */
  upcomingIds: () => Promise<readonly string[]>
}

/** Undefined for a chapter that is not public, whether it exists or not. */
export type PublicChapterSource = (slug: string) => Promise<PublicChapterPage | undefined>

/** The figures and members of the landing page. */
export interface LandingSource {
  /** Returns the same object until it may have changed. */
  current: () => Promise<LandingCommunity>
}

/** The pages of one screen. */
export interface ScreenPages {
  page: Page
  /** The page of a public event for visitors. */
  invitation?: Page | undefined
}

interface Options {
  /** The page of addresses without a screen. */
  page: Page
  site: () => Promise<PreviewSite>
  events: Pick<PublicEventSource, 'next' | 'find'>
  chapter: PublicChapterSource
  landing: LandingSource
  hasSession: (request: FastifyRequest) => boolean
  /** Limits requests for pages of public events: anyone may ask for one, and they read the store. */
  limit: (request: FastifyRequest) => Promise<void>
  fileOf: FilledFiles
}

interface Answer {
  file: StaticFile
  /** The public event that the page is about. */
  event?: PublicEvent
}

/** Milliseconds. A page without its events is better than no page. */
const TIMEOUT = 1.5 * SECOND
const HTML = 'page.html'
const NO_EVENTS: readonly PublicEvent[] = []
const NO_COMMUNITY: LandingCommunity = { figures: [], faces: [] }

/** The pages of all screens. Some differ by what they show of the community: its public events and chapters. */
export function createScreenPages(options: Options) {
  const { page, site, events, chapter, landing, hasSession, limit, fileOf } = options

  async function filledLanding(screen: Page) {
    const [items, community] = await Promise.all([
      unlessLate(events.next()).catch(() => NO_EVENTS),
      unlessLate(landing.current()).catch(() => NO_COMMUNITY),
    ])
    const data = { 'next-events': items, 'landing-community': community }
    return fileOf(HTML, await screen(data))
  }

  async function linked(
    eventId: string,
    { page: screen, invitation }: ScreenPages,
    request: FastifyRequest,
  ): Promise<Answer> {
    const event = await unlessLate(limit(request).then(() => events.find(eventId))).catch(() => undefined)
    if (!event) return { file: await fileOf(HTML, await screen()) }
    const isInvited = invitation !== undefined && !hasSession(request) && isOpen(event)
    const html = await (isInvited ? invitation : screen)({ 'linked-event': event })
    return { file: await fileOf(HTML, withPreview(html, event, await site())), event }
  }

  return {
    page: async () => fileOf(HTML, await page()),

    /** The landing as the page of a public chapter; undefined for all others. @param screen the landing */
    async ofChapter(
      slug: string,
      screen: ScreenPages,
      request: FastifyRequest,
    ): Promise<StaticFile | undefined> {
      const found = await unlessLate(limit(request).then(() => chapter(slug))).catch(() => undefined)
      return found && fileOf(HTML, await screen.page({ 'public-chapter': found }))
    },

    /** @param screen the screen at this path */
    async at(path: string, screen: ScreenPages, request: FastifyRequest): Promise<Answer> {
      if (path === paths.landing) return { file: await filledLanding(screen.page) }
      const eventId = eventIdAt(path)
      if (eventId !== undefined) return linked(eventId, screen, request)
      return { file: await fileOf(HTML, await screen.page()) }
    },
  }
}

const isOpen = ({ status, endsAt }: PublicEvent) => status === 'published' && Date.parse(endsAt) > Date.now()

const unlessLate = <T>(work: Promise<T>) => startDeadline(TIMEOUT, () => new Error('too late'))(work)

/** The page with the event's texts in its head, which programs read without running the app. */
function withPreview(template: string, event: PublicEvent, site: PreviewSite) {
  const html = template
    .replace(/<title>[^<]*/, () => `<title>${escapeHtml(`${titleOf(event)} · ${site.productName}`)}`)
    .replace(/<meta\s+name="description"[^>]*>/, () => tag('name', 'description', descriptionOf(event)))
  return atEndOfHead(html, previewTags(event, site))
}

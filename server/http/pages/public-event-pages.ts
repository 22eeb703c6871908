import type { FastifyRequest } from 'fastify'

import { SECOND } from '#shared/lib/durations.ts'
import { eventIdAt, paths } from '#shared/lib/paths.ts'
import type { PublicEvent } from '#shared/events/public-events.ts'
import { startDeadline } from '#server/lib/concurrency/deadline.ts'
import { escapeHtml } from '#server/lib/text/html.ts'

import { fillCommunity, type LandingSource, NO_COMMUNITY } from './landing-page.ts'
import { descriptionOf, landingTags, previewTags, type PreviewSite, tag, titleOf } from './link-preview.ts'
import { atEndOfHead, withData } from './page-data.ts'
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

/** A page of the build, with the settings in it. */
type Template = () => Promise<string>

export interface Screen {
  page: Template
  /** The first view for visitors, without the app. */
  still?: Template | undefined
  /** The first view of a public event for visitors, with names of fields instead of its texts. */
  invitation?: Template | undefined
}

interface Options {
  /** The page of addresses without a screen. */
  page: Template
  site: () => Promise<PreviewSite>
  events: Pick<PublicEventSource, 'next' | 'find'>
  landing: LandingSource
  hasSession: (request: FastifyRequest) => boolean
  /** Limits requests for pages of public events: anyone may ask for one, and they read the store. */
  limit: (request: FastifyRequest) => Promise<void>
  fileOf: FilledFiles
}

interface Page {
  file: StaticFile
  /** The public event that the page is about. */
  event?: PublicEvent
}

/** Milliseconds. A page without its events is better than no page. */
const TIMEOUT = 1.5 * SECOND
const HTML = 'page.html'

/** The pages of the app, some of which differ by the public events on them. */
export function createPublicEventPages(options: Options) {
  const { page, site, events, landing, hasSession, limit, fileOf } = options
  let shown: { from: readonly unknown[]; file: Promise<StaticFile> } | undefined

  async function filledLanding(template: string) {
    const shownSite = await site()
    const [items, community] = await Promise.all([
      unlessLate(events.next()).catch(() => []),
      unlessLate(landing.current()).catch(() => NO_COMMUNITY),
    ])
    const from = [template, items, community]
    if (!shown || from.some((each, at) => each !== shown?.from[at])) {
      const html = atEndOfHead(template, landingTags(template, shownSite))
      shown = { from, file: fileOf(HTML, fillCommunity(fillLanding(html, items, shownSite), community)) }
    }
    return shown.file
  }

  async function linked(
    eventId: string,
    { page: screen, invitation }: Screen,
    request: FastifyRequest,
  ): Promise<Page> {
    const event = await unlessLate(limit(request).then(() => events.find(eventId))).catch(() => undefined)
    if (!event) return { file: await fileOf(HTML, await screen()) }
    const isInvited = invitation !== undefined && !hasSession(request) && isOpen(event)
    const html = isInvited ? fillEvent(await invitation(), event) : await screen()
    return { file: await fileOf(HTML, withPreview(html, event, await site())), event }
  }

  return {
    page: async () => fileOf(HTML, await page()),

    /** @param screen the screen at this path */
    async at(path: string, screen: Screen, request: FastifyRequest): Promise<Page> {
      if (path === paths.landing) return { file: await filledLanding(await screen.page()) }
      const eventId = eventIdAt(path)
      if (eventId !== undefined) return linked(eventId, screen, request)
      return { file: await fileOf(HTML, await (screen.still ?? screen.page)()) }
    },
  }
}

const isOpen = ({ status, endsAt }: PublicEvent) => status === 'published' && Date.parse(endsAt) > Date.now()

const unlessLate = <T>(work: Promise<T>) => startDeadline(TIMEOUT, () => new Error('too late'))(work)

/** The build wrote one event, whose texts are the names of their fields (`client/app/prerender.tsx`). */
const SECTION = /<section[^>]* data-public-events[^>]*>.*?<\/section>/s
const ENTRY = /<li\b.*<\/li>/s
const FIELD = /__event-(\w+)__/g
const COVER = /<img\b[^>]*__event-cover__[^>]*>/
const MOTIF = /<svg\b[^>]*__event-tint__.*?<\/svg>/s

/** The line with the links to the feeds, and the host in them. */
const FEEDS = /<p[^>]* data-event-feeds[^>]*>.*?<\/p>/s
const FEED_HOST = '__feed-host__'

function fillLanding(template: string, events: readonly PublicEvent[], { origin, hasFeeds }: PreviewSite) {
  const { host } = new URL(origin)
  const html = template.replace(SECTION, (section) =>
    events.length === 0
      ? ''
      : section
          .replace(FEEDS, (line) => (hasFeeds ? line.replaceAll(FEED_HOST, host) : ''))
          .replace(ENTRY, (entry) => events.map((event) => fillEvent(entry, event)).join('')),
  )
  // The app shows the same when it takes over.
  return withData(html, 'next-events', events)
}

const fillEvent = (html: string, event: PublicEvent) =>
  html
    .replace(event.cover ? MOTIF : COVER, '')
    .replace(FIELD, (_, field: keyof PublicEvent) => escapeHtml(String(event[field] ?? '')))

/** The page with the event's texts in its head, which programs read without running the app. */
function withPreview(template: string, event: PublicEvent, site: PreviewSite) {
  const html = template
    .replace(/<title>[^<]*/, () => `<title>${escapeHtml(`${titleOf(event)} · ${site.productName}`)}`)
    .replace(/<meta\s+name="description"[^>]*>/, () => tag('name', 'description', descriptionOf(event)))
  // Saves the app a request for the event of the page.
  return withData(atEndOfHead(html, previewTags(event, site)), 'linked-event', event)
}

import type { FastifyRequest } from 'fastify'

import { imageUrl } from '#shared/image-rules.ts'
import { paths } from '#shared/paths.ts'
import type { PublicEvent } from '#shared/public-events.ts'
import { startDeadline } from '#server/lib/deadline.ts'
import { escapeHtml } from '#server/lib/html.ts'

import { withData } from './page-data.ts'
import type { FilledFiles, StaticFile } from './static-files.ts'

/** The public events, as the pages need them. */
export interface PublicEventSource {
  /** The same array until it may have changed. */
  next: () => Promise<readonly PublicEvent[]>
  /** Undefined for an event that is not public, whether it exists or not. */
  find: (eventId: string) => Promise<PublicEvent | undefined>
}

interface Options {
  /** The pages of the build, with the settings in them. */
  page: () => Promise<string>
  landing: () => Promise<string>
  about: () => Promise<string>
  origin: string
  productName: string
  events: PublicEventSource
  /** Anyone may ask for a page, and for those of public events the store is asked. */
  limit: (request: FastifyRequest) => Promise<void>
  fileOf: FilledFiles
}

/** Milliseconds. A page without its events is better than one that does not come. */
const PATIENCE = 1_500
const HTML = 'page.html'
const EVENT_PATH = new RegExp(`^${paths.event('')}([\\w.:-]{1,128})/?$`, 'i')

/** The pages of the app; some differ by the public events in them. */
export function createPublicEventPages(options: Options) {
  const { page, landing, about, origin, productName, events, limit, fileOf } = options
  let shown: { template: string; items: readonly PublicEvent[]; file: Promise<StaticFile> } | undefined

  /** The same for every path but those of the landing and of public events. */
  const neutral = async () => fileOf(HTML, await page())

  async function filledLanding() {
    const template = await landing()
    const items = await unlessLate(events.next()).catch(() => [])
    if (shown?.template !== template || shown.items !== items) {
      shown = { template, items, file: fileOf(HTML, fillLanding(template, items)) }
    }
    return shown.file
  }

  async function linked(eventId: string, request: FastifyRequest) {
    const event = await unlessLate(limit(request).then(() => events.find(eventId))).catch(() => undefined)
    return event ? fileOf(HTML, withPreview(await page(), event, { origin, productName })) : neutral()
  }

  return {
    page: neutral,

    /** For any screen. */
    at(path: string, request: FastifyRequest): Promise<StaticFile> {
      if (path === paths.landing) return filledLanding()
      if (path === paths.about) return about().then((html) => fileOf(HTML, html))
      const eventId = EVENT_PATH.exec(path)?.[1]
      return eventId === undefined ? neutral() : linked(eventId, request)
    },
  }
}

const unlessLate = <T>(work: Promise<T>) => startDeadline(PATIENCE, () => new Error('too late'))(work)

/** The build wrote one entry, of an event whose texts are the names of their fields (`client/app/prerender.tsx`). */
const SECTION = /<section[^>]* data-public-events[^>]*>.*?<\/section>/s
const ENTRY = /<li\b.*<\/li>/s
const FIELD = /__event-(\w+)__/g

function fillLanding(template: string, events: readonly PublicEvent[]) {
  const html = template.replace(SECTION, (section) =>
    events.length === 0
      ? ''
      : section.replace(ENTRY, (entry) => events.map((event) => fillEntry(entry, event)).join('')),
  )
  // The app shows the same when it takes over.
  return withData(html, 'next-events', events)
}

const fillEntry = (entry: string, event: PublicEvent) =>
  entry.replace(FIELD, (_, field: keyof PublicEvent) => escapeHtml(event[field] ?? ''))

/** For programs that show a link: Open Graph (ogp.me) and Twitter's tags. */
function withPreview(
  template: string,
  event: PublicEvent,
  { origin, productName }: { origin: string; productName: string },
) {
  const title = event.status === 'cancelled' ? `Cancelled: ${event.title}` : event.title
  const description = [event.when, event.place, event.summary].filter(Boolean).join(' · ')
  const url = origin + paths.event(event.id)
  const image = event.cover && origin + imageUrl(event.cover)
  const tags = [
    `<link rel="canonical" href="${escapeHtml(url)}">`,
    ...Object.entries({
      'og:type': 'website',
      'og:site_name': productName,
      'og:url': url,
      'og:title': title,
      'og:description': description,
      'og:image': image,
      'og:image:type': image && 'image/webp',
    }).map(([property, content]) => tag('property', property, content)),
    ...Object.entries({
      'twitter:card': image ? 'summary_large_image' : 'summary',
      'twitter:title': title,
      'twitter:description': description,
      'twitter:image': image,
    }).map(([name, content]) => tag('name', name, content)),
  ]
  const html = template
    .replace(/<title>[^<]*/, () => `<title>${escapeHtml(`${title} · ${productName}`)}`)
    .replace(/<meta\s+name="description"[^>]*>/, () => tag('name', 'description', description))
    .replace('</head>', () => `${tags.join('')}</head>`)
  // The app need not ask for the event that it invites to.
  return withData(html, 'linked-event', event)
}

const tag = (attribute: string, name: string, content: string | undefined) =>
  content ? `<meta ${attribute}="${name}" content="${escapeHtml(content)}">` : ''

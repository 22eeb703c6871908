import { createHash } from 'node:crypto'

import * as m from '#shared/events/messages.ts'
import { formatAt } from '#shared/lib/date-style.ts'
import { IMAGE_KINDS, IMAGE_TYPE, imageUrl } from '#shared/lib/image-rules.ts'
import { chapterFeedPath, publicChapterPath } from '#shared/lib/paths/chapters.ts'
import { EVENT_FEEDS, paths } from '#shared/lib/paths.ts'
import type { PublicEvent } from '#shared/events/public-events.ts'
import type { PublicChapterPage } from '#shared/programme/pages.ts'
import { escapeHtml, jsonForHtml } from '#server/lib/text/html.ts'
import { PREVIEW_SIZE, type PreviewCard } from '#server/preview-images/drawing.ts'

/** The site that the event is on. */
export interface PreviewSite {
  origin: string
  productName: string
  /** Name of the organisation behind the community; empty if unset. */
  organisation: string
  /** Six hexadecimal digits after `#`. */
  accent: string
  /** Whether public events have feeds. */
  hasFeeds: boolean
}

/** Pixels of the app's icon. */
const ICON_SIZE = 512

type ShownChapter = Pick<PublicChapterPage, 'name' | 'slug' | 'cover'> | undefined

/**
 * Tags for programs that show a link to the landing page, or to a chapter at its path: its title, its description, and the
 * app's icon or the chapter's picture.
 */
export function landingTags(html: string, site: PreviewSite, chapter?: ShownChapter): string {
  const path = chapter ? publicChapterPath(chapter.slug) : paths.landing
  const { origin, productName, organisation } = site
  const textOf = (pattern: RegExp) => pattern.exec(html)?.[1] ?? ''
  const image = imageOf(site, chapter)
  return [
    `<link rel="canonical" href="${escapeHtml(origin + path)}">`,
    ...properties({
      'og:type': 'website',
      'og:site_name': organisation || productName,
      'og:url': origin + path,
    }),
    // Escaped already.
    `<meta property="og:title" content="${textOf(/<title>([^<]*)/)}">`,
    `<meta property="og:description" content="${textOf(/<meta\s+name="description"\s+content="([^"]*)"/)}">`,
    ...properties({
      'og:image': origin + image.path,
      'og:image:type': image.type,
      'og:image:width': String(image.width),
      'og:image:height': String(image.height),
      'og:image:alt': image.alt,
    }),
    tag('name', 'twitter:card', chapter?.cover ? 'summary_large_image' : 'summary'),
    ...(site.hasFeeds ? feedLinks(site, chapter) : []),
  ].join('')
}

const imageOf = ({ productName }: PreviewSite, chapter: ShownChapter) =>
  chapter?.cover
    ? { path: imageUrl(chapter.cover), type: IMAGE_TYPE, ...IMAGE_KINDS.cover, alt: chapter.name }
    : { path: '/icon-512.png', type: 'image/png', width: ICON_SIZE, height: ICON_SIZE, alt: productName }

/** Links by which feed readers and calendar apps find the feeds of public events. */
function feedLinks({ origin, productName, organisation }: PreviewSite, chapter: ShownChapter) {
  const title = escapeHtml(m.calendarPublic({ host: chapter?.name ?? (organisation || productName) }))
  const linkTo = (type: string, path: string) =>
    `<link rel="alternate" type="${type}" title="${title}" href="${escapeHtml(origin + path)}">`
  const pathOf = (kind: keyof typeof EVENT_FEEDS) =>
    chapter ? chapterFeedPath(kind, chapter.slug) : EVENT_FEEDS[kind]
  return [linkTo('text/calendar', pathOf('calendar')), linkTo('application/atom+xml', pathOf('atom'))]
}

const properties = (contents: Readonly<Record<string, string>>) =>
  Object.entries(contents).map(([property, content]) => tag('property', property, content))

/** Tags for programs that show a link (Open Graph, ogp.me, and Twitter's) and for search engines (schema.org). */
export function previewTags(event: PublicEvent, site: PreviewSite): string {
  const title = titleOf(event)
  const description = descriptionOf(event)
  const url = site.origin + paths.event(event.id)
  const image = site.origin + previewPath(event, site)
  const alt = `${title}. ${event.when}`
  return [
    `<link rel="canonical" href="${escapeHtml(url)}">`,
    ...properties({
      'og:type': 'website',
      'og:site_name': site.productName,
      'og:url': url,
      'og:title': title,
      'og:description': description,
      'og:image': image,
      'og:image:type': 'image/jpeg',
      'og:image:width': String(PREVIEW_SIZE.width),
      'og:image:height': String(PREVIEW_SIZE.height),
      'og:image:alt': alt,
    }),
    ...Object.entries({
      'twitter:card': 'summary_large_image',
      'twitter:title': title,
      'twitter:description': description,
      'twitter:image': image,
      'twitter:image:alt': alt,
    }).map(([name, content]) => tag('name', name, content)),
    `<script type="application/ld+json">${jsonForHtml(linkedData(event, { url, image, ...site }))}</script>`,
  ].join('')
}

export const titleOf = ({ status, title }: PublicEvent) =>
  status === 'cancelled' ? m.calendarCancelled({ what: title }) : title

export const descriptionOf = ({ when, place, summary }: PublicEvent) =>
  [when, place, summary].filter(Boolean).join(' · ')

export const tag = (attribute: string, name: string, content: string) =>
  `<meta ${attribute}="${name}" content="${escapeHtml(content)}">`

/** Changes with the image, because programs cache it by its address. */
const previewPath = (event: PublicEvent, site: PreviewSite) =>
  `/previews/${encodeURIComponent(event.id)}/${previewVersion(event, site)}.jpg`

/** Identifies the image's content. */
export const previewVersion = (event: PublicEvent, site: PreviewSite) =>
  createHash('sha256')
    .update(JSON.stringify([event.cover ?? cardOf(event, site)]))
    .digest('hex')
    .slice(0, 16)

/** The image of an event without a cover. */
export function cardOf(event: PublicEvent, { productName, organisation, accent }: PreviewSite): PreviewCard {
  const { startsAt, timeZone, when, place } = event
  const part = (options: Intl.DateTimeFormatOptions) => formatAt(new Date(startsAt), { ...options, timeZone })
  return {
    host: organisation || productName,
    title: titleOf(event),
    when,
    place,
    day: part({ day: 'numeric' }),
    month: part({ month: 'short' }),
    accent,
  }
}

/** https://schema.org/Event */
function linkedData(event: PublicEvent, site: PreviewSite & { url: string; image: string }) {
  const { title, summary, startsAt, endsAt, allDay, timeZone, status, format, venue } = event
  const time = (instant: string) => {
    const local = Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone)
    return allDay
      ? local.toPlainDate().toString()
      : local.toString({ timeZoneName: 'never', smallestUnit: 'second' })
  }
  // Midnight belongs to the day that it ends.
  const end = new Date(Date.parse(endsAt) - Number(allDay)).toISOString()
  const places = [
    format !== 'online' && {
      '@type': 'Place',
      name: venue || site.organisation || site.productName,
      address: venue || undefined,
    },
    format !== 'inPerson' && { '@type': 'VirtualLocation', url: site.url },
  ].filter(Boolean)
  return {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: title,
    description: summary || descriptionOf(event),
    url: site.url,
    image: [site.image],
    startDate: time(startsAt),
    endDate: time(end),
    eventStatus: `https://schema.org/${status === 'cancelled' ? 'EventCancelled' : 'EventScheduled'}`,
    eventAttendanceMode: `https://schema.org/${ATTENDANCE_MODES[format]}`,
    location: places.length === 1 ? places[0] : places,
    organizer: {
      '@type': 'Organization',
      name: site.organisation || site.productName,
      url: `${site.origin}/`,
    },
  }
}

const ATTENDANCE_MODES: Record<PublicEvent['format'], string> = {
  inPerson: 'OfflineEventAttendanceMode',
  online: 'OnlineEventAttendanceMode',
  hybrid: 'MixedEventAttendanceMode',
}

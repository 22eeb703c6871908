import type { FastifyRequest } from 'fastify'
import { beforeAll, describe, expect, test } from 'vitest'

import type { PageRenderer } from '#shared/programme/pages.ts'
import { MINUTE } from '#shared/lib/durations.ts'
import { paths } from '#shared/lib/paths.ts'
import type { PublicEvent } from '#shared/events/public-events.ts'
import { tooMany } from '#server/lib/failure.ts'
import { PAGE } from '#server/testing/bare-client.ts'
import { CLIENT_SETTINGS } from '#server/testing/fixtures/client-settings.ts'
import { buildClient, CLIENT } from '#server/tools/client-build.ts'
import { partOf } from '#server/tools/part-of.ts'

import { createPage } from './community-pages.ts'
import { landingTags } from './link-preview.ts'
import { createScreenPages } from './screen-pages.ts'
import { loadRenderer } from './renderer.ts'
import { createFilledFiles } from './static-files.ts'

const EVENT: PublicEvent = {
  id: 'e1',
  title: 'An evening at the workbench',
  summary: 'Build one stool.',
  startsAt: '2026-12-03T18:00:00Z',
  endsAt: '2026-12-03T20:00:00Z',
  timeZone: 'Europe/Lisbon',
  allDay: false,
  status: 'published',
  when: 'Thursday 3 December 2026, 18:00–20:00, Lisbon time',
  format: 'inPerson',
  venue: 'The hall, Lisbon',
  place: 'The hall, Lisbon',
  seats: '3 seats left',
  cover: 'c'.repeat(64),
  motif: 'waves',
  tint: 'var(--gold)',
}

const SITE = {
  origin: 'https://guildhall.test',
  productName: 'Guildhall',
  organisation: 'Lisbon Chamber',
  accent: '#1f5d4c',
  hasFeeds: true,
}

function pagesWith(
  events: readonly PublicEvent[],
  more: Partial<Parameters<typeof createScreenPages>[0]> = {},
) {
  const { site = async () => SITE } = more
  const { at } = createScreenPages({
    page: pageAt(undefined),
    site,
    events: {
      next: async () => events,
      find: async (id) => events.find((event) => event.id === id),
    },
    chapter: async () => undefined,
    landing: { current: async () => ({ figures: [], faces: [] }) },
    hasSession: () => true,
    limit: async () => {},
    fileOf: createFilledFiles(),
    ...more,
  })
  return async (path: string) => {
    const screen = {
      page: path === paths.landing ? pageAt(path, site) : pageAt(undefined),
      invitation: pageAt(paths.login),
    }
    const { file } = await at(path, screen, partOf<FastifyRequest>({}))
    return file.identity.body.toString()
  }
}

/** @param path of the screen that is rendered into the page */
const pageAt = (path: string | undefined, site = async () => SITE) =>
  createPage({
    template: async () => PAGE,
    settings: CLIENT_SETTINGS,
    community: async () => ({ page: {}, styleSheet: undefined, texts: {}, listsEvents: true }),
    render: path === undefined ? undefined : (data) => renderer.renderScreen(path, data),
    tags: path === paths.landing ? async (html) => landingTags(html, await site()) : undefined,
  })

let renderer: PageRenderer

beforeAll(async () => {
  await buildClient(['en'])
  renderer = (await loadRenderer(CLIENT))!
}, 120_000)

const tagsOf = (html: string) =>
  Object.fromEntries(
    [...html.matchAll(/<meta (?:property|name)="([^"]+)" content="([^"]*)"/g)].map(([, name, content]) => [
      name,
      content,
    ]),
  )

const IMAGE = /^https:\/\/guildhall\.test\/previews\/e1\/[0-9a-f]{16}\.jpg$/

test('the page of a public event has every tag that Open Graph requires, and the image with size and text', async () => {
  const html = await pagesWith([EVENT])('/event/e1')
  const description = `${EVENT.when} · ${EVENT.place} · ${EVENT.summary}`
  const alt = `${EVENT.title}. ${EVENT.when}`
  expect(tagsOf(html)).toEqual({
    description,
    'og:type': 'website',
    'og:site_name': 'Guildhall',
    'og:url': 'https://guildhall.test/event/e1',
    'og:title': EVENT.title,
    'og:description': description,
    'og:image': expect.stringMatching(IMAGE),
    'og:image:type': 'image/jpeg',
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': alt,
    'twitter:card': 'summary_large_image',
    'twitter:title': EVENT.title,
    'twitter:description': description,
    'twitter:image': expect.stringMatching(IMAGE),
    'twitter:image:alt': alt,
  })
  // Properties of an image follow it: https://ogp.me/#structured
  expect([...html.matchAll(/property="(og:image[^"]*)"/g)].map(([, name]) => name)).toEqual([
    'og:image',
    'og:image:type',
    'og:image:width',
    'og:image:height',
    'og:image:alt',
  ])
  expect(html).toContain('<link rel="canonical" href="https://guildhall.test/event/e1">')
  expect(html).toContain(`<title>${EVENT.title} · Guildhall</title>`)
})

test('the name of the organisation is escaped in the preview of the landing page', async () => {
  const html = await pagesWith([EVENT], { site: async () => ({ ...SITE, organisation: '"><script>' }) })('/')
  expect(tagsOf(html)).toMatchObject({
    'og:type': 'website',
    'og:site_name': '&#34;&#62;&#60;script&#62;',
    'og:url': 'https://guildhall.test/',
    'og:title': 'Guildhall: a members’ network',
    'og:description': 'Guildhall',
    'og:image': 'https://guildhall.test/icon-512.png',
    'og:image:type': 'image/png',
    'og:image:width': '512',
    'og:image:height': '512',
    'og:image:alt': 'Guildhall',
    'twitter:card': 'summary',
  })
})

test('the address of a preview image changes exactly when its content changes', async () => {
  const imageOf = async (event: PublicEvent) => tagsOf(await pagesWith([event])('/event/e1'))['og:image']
  const { cover: _, ...bare } = EVENT
  const images = [EVENT, { ...EVENT, cover: 'd'.repeat(64) }, bare, { ...bare, title: 'Tea' }].map(imageOf)
  expect(new Set(await Promise.all(images)).size).toBe(4)
  expect(await imageOf({ ...bare, seats: 'Full' })).toBe(await imageOf(bare))
})

test('the landing page has the figures and faces of the community, escaped, or no section for them', async () => {
  const faces = [
    { name: '<b>Ada</b> $&', photo: 'a'.repeat(64) },
    { name: 'Ben', photo: 'b'.repeat(64) },
  ]
  const figures = [{ value: '60+', label: 'members' }]
  const html = await pagesWith([], { landing: { current: async () => ({ figures, faces }) } })('/')
  const section = html.slice(html.indexOf('The community'))
  expect(section).toContain('60+')
  expect(section).toContain('<bdi>&lt;b&gt;Ada&lt;/b&gt; $&amp;</bdi>')
  expect(section).toMatch(new RegExp(`src="/images/${'b'.repeat(64)}[^"]*"[^>]*><bdi>Ben</bdi>`))
  expect(await pagesWith([])('/')).not.toContain('The community')
})

test('a cancelled event says so in its preview', async () => {
  const { cover: _, ...event } = EVENT
  const tags = tagsOf(await pagesWith([{ ...event, status: 'cancelled' }])('/Event/e1/'))
  expect(tags).toMatchObject({
    'twitter:card': 'summary_large_image',
    'og:title': `Cancelled: ${EVENT.title}`,
    'og:image': expect.stringMatching(IMAGE),
  })
})

const linkedData = async (event: Partial<PublicEvent>) => {
  const html = await pagesWith([{ ...EVENT, ...event }])('/event/e1')
  return JSON.parse(/<script type="application\/ld\+json">([^<]*)</.exec(html)![1]!) as Record<
    string,
    unknown
  >
}

test('search engines read an event in the terms of schema.org, in its own zone', async () => {
  expect(await linkedData({ timeZone: 'Europe/Zurich' })).toEqual({
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: EVENT.title,
    description: EVENT.summary,
    url: 'https://guildhall.test/event/e1',
    image: [expect.stringMatching(IMAGE)],
    startDate: '2026-12-03T19:00:00+01:00',
    endDate: '2026-12-03T21:00:00+01:00',
    eventStatus: 'https://schema.org/EventScheduled',
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    location: { '@type': 'Place', name: 'The hall, Lisbon', address: 'The hall, Lisbon' },
    organizer: { '@type': 'Organization', name: 'Lisbon Chamber', url: 'https://guildhall.test/' },
  })
})

test('search engines read where an event takes place online, that it is cancelled, and its days', async () => {
  const place = { '@type': 'Place', name: EVENT.venue, address: EVENT.venue }
  const online = { '@type': 'VirtualLocation', url: 'https://guildhall.test/event/e1' }
  expect(await linkedData({ format: 'online', venue: '', status: 'cancelled' })).toMatchObject({
    eventStatus: 'https://schema.org/EventCancelled',
    eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
    location: online,
  })
  expect(await linkedData({ format: 'hybrid' })).toMatchObject({ location: [place, online] })
  const days = { allDay: true, startsAt: '2026-12-03T00:00:00Z', endsAt: '2026-12-06T00:00:00Z' }
  expect(await linkedData(days)).toMatchObject({ startDate: '2026-12-03', endDate: '2026-12-05' })
})

test.for([
  `</title></head><script>alert(1)</script>`,
  `"><img src=x onerror=alert(1)>`,
  `' onload='alert(1)`,
  `$& $1 $\` %PRODUCT_NAME%`,
  `<section></section></li>`,
  `${'A very long title '.repeat(11)}🎉 שלום`,
])('texts stay escaped: %s', async (text) => {
  const open = pagesWith([{ ...EVENT, title: text, summary: text, place: text }])
  const plain = pagesWith([{ ...EVENT, title: 'Title', summary: 'Summary', place: 'Place' }])
  for (const path of ['/', '/event/e1']) {
    const [html, without] = [await open(path), await plain(path)]
    expect(html.match(/<[a-z/]+/gi)).toEqual(without.match(/<[a-z/]+/gi))
    const data = /id="(?:next-events|linked-event)">([^<]*)</.exec(html)?.[1] ?? ''
    expect([JSON.parse(data)].flat()).toMatchObject([{ title: text }])
  }
})

test('an event without a cover has no image on the landing page', async () => {
  const { cover: _, ...bare } = EVENT
  expect(await pagesWith([EVENT])('/')).toContain(`src="/images/${EVENT.cover}"`)
  expect(await pagesWith([bare])('/')).not.toContain('<img')
})

test('the landing page has an entry for each of the next events, and none of the section without any', async () => {
  const html = await pagesWith([EVENT, { ...EVENT, id: 'e2', title: 'Tea', seats: '' }])('/')
  expect(html.match(/<h3[^>]*><a /g)).toHaveLength(2)
  for (const text of [EVENT.title, 'Tea', EVENT.when, EVENT.summary, EVENT.place, EVENT.seats]) {
    expect(html).toContain(`>${text}<`)
  }
  const empty = await pagesWith([])('/')
  expect(empty).not.toContain('Upcoming events')
  expect(empty).toContain('About')
  expect(empty).toContain('id="next-events">[]<')
})

test('pages are served without events when the events cannot be loaded', async () => {
  const neutral = await pagesWith([])('/event/e1')
  const never = () => new Promise<never>(() => {})
  const failing = () => Promise.reject(new Error('the store is unreachable'))
  for (const wait of [never, failing]) {
    const open = pagesWith([EVENT], { events: { next: wait, find: wait } })
    expect(await Promise.all([open('/'), open('/event/e1')])).toEqual([await pagesWith([])('/'), neutral])
  }
})

test('a page over the rate limit is served without loading the event', async () => {
  const open = pagesWith([EVENT], { limit: () => Promise.reject(tooMany(MINUTE)) })
  expect(await open('/event/e1')).toBe(await pageAt(undefined)())
})

test.for(['/event/e2', '/event/', '/event/e1/more', '/event/%00', '/events', '/about-us'])(
  'a page that is not of a public event has no preview: %s',
  async (path) => {
    expect(await pagesWith([EVENT])(path)).toBe(await pageAt(undefined)())
  },
)

describe('without a session', () => {
  const visitor = { hasSession: () => false }

  test('the page of a public event shows its details before any script has run', async () => {
    const event = { ...EVENT, title: 'Bread & <Butter>' }
    const html = await pagesWith([event], visitor)('/event/e1')
    const root = html.slice(html.indexOf('<div id="root"'))
    expect(root).toContain('>Bread &amp; &lt;Butter&gt;</h2>')
    for (const text of [EVENT.when, EVENT.place, EVENT.seats, `/images/${EVENT.cover}`])
      expect(root).toContain(text)
    expect(tagsOf(html)).toMatchObject({ 'og:url': 'https://guildhall.test/event/e1' })
  })

  test('the invitation to an event without a cover and a seat limit shows neither', async () => {
    const { cover: _, ...event } = { ...EVENT, seats: '' }
    const html = await pagesWith([event], visitor)('/event/e1')
    expect(html).not.toContain('/images/')
    expect(html).toContain('<span></span>')
  })

  test.for([
    ['is over', { endsAt: '2020-01-01T00:00:00Z' }],
    ['is cancelled', { status: 'cancelled' }],
  ] as const)('a visitor is not invited to an event that %s', async ([, more]) => {
    const html = await pagesWith([{ ...EVENT, ...more }], visitor)('/event/e1')
    expect(html).not.toContain('data-still')
  })

  test('the page of an event that is not public equals that of an unknown event', async () => {
    const pages = pagesWith([EVENT], visitor)
    expect(await pages('/event/private')).toBe(await pages('/event/unknown'))
    expect(await pages('/event/private')).not.toContain('data-still')
  })
})

test('a browser with a session gets the screen of the event', async () => {
  expect(await pagesWith([EVENT])('/event/e1')).not.toContain('data-still')
})

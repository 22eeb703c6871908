import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'

import type { PublicEvent } from '#shared/public-events.ts'
import { tooMany } from '#server/lib/failure.ts'
import { LANDING, PAGE } from '#server/testing/bare-client.ts'

import { createPublicEventPages } from './public-event-pages.ts'
import { createFilledFiles } from './static-files.ts'

const EVENT: PublicEvent = {
  id: 'e1',
  title: 'An evening at the workbench',
  summary: 'Build one stool.',
  startsAt: '2026-12-03T18:00:00Z',
  endsAt: '2026-12-03T20:00:00Z',
  status: 'published',
  when: 'Thursday 3 December 2026, 18:00–20:00, Lisbon time',
  place: 'The hall, Lisbon',
  seats: '3 seats left',
  cover: 'c'.repeat(64),
}

function pagesWith(
  events: readonly PublicEvent[],
  more: Partial<Parameters<typeof createPublicEventPages>[0]> = {},
) {
  const { at } = createPublicEventPages({
    page: async () => PAGE,
    landing: async () => LANDING,
    about: async () => PAGE,
    origin: 'https://guildhall.test',
    productName: 'Guildhall',
    events: {
      next: async () => events,
      find: async (id) => events.find((event) => event.id === id),
    },
    limit: async () => {},
    fileOf: createFilledFiles(),
    ...more,
  })
  return async (path: string) => (await at(path, {} as FastifyRequest)).identity.body.toString()
}

const tagsOf = (html: string) =>
  Object.fromEntries(
    [...html.matchAll(/<meta (?:property|name)="([^"]+)" content="([^"]*)"/g)].map(([, name, content]) => [
      name,
      content,
    ]),
  )

test('the page of a public event has a preview with title, date, place, cover and address', async () => {
  const html = await pagesWith([EVENT])('/event/e1')
  const cover = `https://guildhall.test/images/${EVENT.cover}`
  const description = `${EVENT.when} · ${EVENT.place} · ${EVENT.summary}`
  expect(tagsOf(html)).toEqual({
    description,
    'og:type': 'website',
    'og:site_name': 'Guildhall',
    'og:url': 'https://guildhall.test/event/e1',
    'og:title': EVENT.title,
    'og:description': description,
    'og:image': cover,
    'og:image:type': 'image/webp',
    'twitter:card': 'summary_large_image',
    'twitter:title': EVENT.title,
    'twitter:description': description,
    'twitter:image': cover,
  })
  expect(html).toContain('<link rel="canonical" href="https://guildhall.test/event/e1">')
  expect(html).toContain(`<title>${EVENT.title} · Guildhall</title>`)
})

test('without a cover the preview has no picture, and a cancelled event says so', async () => {
  const { cover: _, ...event } = EVENT
  const tags = tagsOf(await pagesWith([{ ...event, status: 'cancelled' }])('/Event/e1/'))
  expect(tags).toMatchObject({ 'twitter:card': 'summary', 'og:title': `Cancelled: ${EVENT.title}` })
  expect(Object.keys(tags)).not.toContain('og:image')
})

test.for([
  `</title></head><script>alert(1)</script>`,
  `"><img src=x onerror=alert(1)>`,
  `' onload='alert(1)`,
  `$& $1 $\` __event-summary__ %PRODUCT_NAME%`,
  `<section data-public-events></section></li>`,
])('texts cannot break out of their place: %s', async (text) => {
  const open = pagesWith([{ ...EVENT, title: text, summary: text, place: text }])
  const plain = pagesWith([{ ...EVENT, title: 'Title', summary: 'Summary', place: 'Place' }])
  for (const path of ['/', '/event/e1']) {
    const [html, without] = [await open(path), await plain(path)]
    expect(html.match(/<[a-z/]+/gi)).toEqual(without.match(/<[a-z/]+/gi))
    const data = /id="(?:next-events|linked-event)">([^<]*)</.exec(html)?.[1] ?? ''
    expect([JSON.parse(data)].flat()).toMatchObject([{ title: text }])
  }
})

test('the landing page has an entry for each of the next events, and none of the section without any', async () => {
  const html = await pagesWith([EVENT, { ...EVENT, id: 'e2', title: 'Tea', seats: '' }])('/')
  expect(html.match(/<li /g)).toHaveLength(2)
  for (const text of [EVENT.title, 'Tea', EVENT.when, EVENT.summary, EVENT.place, EVENT.seats]) {
    expect(html).toContain(`>${text}<`)
  }
  expect(html).not.toContain('__event')
  const empty = await pagesWith([])('/')
  expect(empty).not.toContain('Upcoming events')
  expect(empty).toContain('About us')
  expect(empty).toContain('id="next-events">[]<')
})

test('pages come without events when these cannot be had', async () => {
  const neutral = await pagesWith([])('/event/e1')
  const never = () => new Promise<never>(() => {})
  const failing = () => Promise.reject(new Error('the store is out of reach'))
  for (const wait of [never, failing]) {
    const open = pagesWith([EVENT], { events: { next: wait, find: wait } })
    expect(await Promise.all([open('/'), open('/event/e1')])).toEqual([await pagesWith([])('/'), neutral])
  }
})

test('a page over the rate limit is served without asking for the event', async () => {
  const open = pagesWith([EVENT], { limit: () => Promise.reject(tooMany(60)) })
  expect(await open('/event/e1')).toBe(PAGE)
})

test.for(['/event/e2', '/event/', '/event/e1/more', '/event/%00', '/events', '/about-us'])(
  'other pages are all the same: %s',
  async (path) => {
    expect(await pagesWith([EVENT])(path)).toBe(PAGE)
  },
)

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { PublicEvent } from '#shared/events/public-events.ts'
import { HOUR } from '#shared/lib/durations.ts'
import type { EventDocument } from '#server/modules/events/events/collection.ts'
import { images } from '#server/modules/people/images/collection.ts'
import { members } from '#server/modules/people/members/collection.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { eventDocument, putSeated } from '#server/testing/fixtures/events.ts'
import { buildClient, CLIENT } from '#server/tools/client-build.ts'

const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString()
const PAST = { startsAt: inHours(-30), endsAt: inHours(-28) }

/** The places where visitors find an event: the landing page and the sitemap, its preview, its cover. */
const SHOWN: readonly [name: string, event: Partial<EventDocument>, shown: [boolean, boolean, boolean]][] = [
  ['public', { visibility: 'public' }, [true, true, true]],
  [
    'public-under-way',
    { visibility: 'public', startsAt: inHours(-1), endsAt: inHours(2) },
    [true, true, true],
  ],
  ['public-past', { visibility: 'public', ...PAST }, [false, true, true]],
  ['public-completed', { visibility: 'public', ...PAST, status: 'completed' }, [false, true, true]],
  ['public-cancelled', { visibility: 'public', status: 'cancelled' }, [false, true, false]],
  ['public-draft', { visibility: 'public', status: 'draft' }, [false, false, false]],
  ['private', {}, [false, false, false]],
  ['private-past', { ...PAST, status: 'completed' }, [false, false, false]],
  ['private-cancelled', { status: 'cancelled' }, [false, false, false]],
  ['private-draft', { status: 'draft' }, [false, false, false]],
  ['unknown', {}, [false, false, false]],
]

/** Details of every event that are only for members. */
const SECRETS = ['secret-description', 'secret-room', 'secret-street', 'secret-reason', 'secret-host']
const secrets = {
  description: 'secret-description',
  joinUrl: 'https://meet.example/secret-room',
  format: 'hybrid',
  venue: { name: 'The hall', address: { address_line1: '1 secret-street', city: 'Lisbon' } },
  reason: 'secret-reason',
  hosts: ['secret-host-id'],
  createdBy: 'secret-host-id',
} satisfies Partial<EventDocument>

const coverOf = (name: string) => Buffer.from(name).toString('hex').padEnd(64, '0')

let running: TestApp
beforeAll(async () => {
  await buildClient(['en'])
  running = await startTestApp({ clientFolder: CLIENT, liftRateLimits: true })
  const host = await running.member({ uid: 'secret-host-id' })
  await running.store.transact(async (tx) => {
    const member = await tx.get(members, host.uid)
    tx.put(members, { ...member!, displayName: 'secret-host' })
    for (const [name, more] of SHOWN) {
      const cover = coverOf(name)
      const picture = {
        bytes: 'AAAA',
        width: 64,
        height: 64,
        usedBy: [`event:${name}`],
        uploadedBy: host.uid,
      }
      tx.put(images, { id: cover, ...picture })
      if (name === 'unknown') continue
      putSeated(tx, eventDocument(name, { title: `Title ${name}`, cover, ...secrets, ...more }), [host.uid])
    }
  })
}, 120_000)
afterAll(() => running.close())

const get = (url: string, headers = {}) => running.visitor('GET', url, { headers })
const publicEvent = async (id: string) => (await get(`/api/public-events/${id}`)).json<PublicEvent>()

describe('an event', () => {
  test.for(SHOWN)(
    'visitors see what they may of an event: %s',
    async ([name, , [isListed, hasPreview, hasCover]]) => {
      const [landing, list, page, one, cover] = await Promise.all(
        [
          '/',
          '/api/public-events',
          `/event/${name}`,
          `/api/public-events/${name}`,
          `/images/${coverOf(name)}`,
        ].map((url) => get(url)),
      )
      expect(landing!.body.includes(`href="/event/${name}"`)).toBe(isListed)
      expect(list!.json<{ items: PublicEvent[] }>().items.some(({ id }) => id === name)).toBe(isListed)
      expect(page!.body.includes(`Title ${name}`)).toBe(hasPreview)
      expect(one!.statusCode).toBe(hasPreview ? 200 : 404)
      expect(cover!.statusCode).toBe(hasCover ? 200 : 401)
      const [image, sitemap] = await Promise.all([get(`/previews/${name}/any.jpg`), get('/sitemap.xml')])
      expect(image.statusCode).toBe(hasPreview ? 200 : 404)
      expect(sitemap.body.includes(`/event/${name}<`)).toBe(isListed)
      expect(page!.body.includes(coverOf(name))).toBe(hasCover)
      const all = [landing, list, page, one].map((answer) => answer!.body).join()
      expect(SECRETS.filter((secret) => all.includes(secret))).toEqual([])
    },
  )

  test('pages of events that are not public are the same, byte for byte', async () => {
    const hidden = SHOWN.filter(([, , [, hasPreview]]) => !hasPreview).map(([name]) => name)
    for (const encoding of ['br', 'gzip', 'identity']) {
      const answers = await Promise.all(
        hidden.map(async (name) => {
          const { statusCode, headers, rawPayload } = await get(`/event/${name}`, {
            'accept-encoding': encoding,
          })
          const { date: _, ...rest } = headers
          return JSON.stringify([statusCode, rest, rawPayload.toString('hex')])
        }),
      )
      expect(new Set(answers).size).toBe(1)
    }
  })

  test.for([(name: string) => `/api/public-events/${name}`, (name: string) => `/previews/${name}/any.jpg`])(
    'errors about events that are not public differ only by the request, case %#',
    async (urlOf) => {
      const problems = await Promise.all(
        ['private', 'public-draft', 'private-cancelled', 'unknown'].map(async (name) => {
          const { statusCode, headers, body } = await get(urlOf(name))
          const { 'x-request-id': _, date: __, ...rest } = headers
          const problem = { ...(JSON.parse(body) as object), requestId: '', shortCode: '' }
          return JSON.stringify([statusCode, rest, problem])
        }),
      )
      expect(new Set(problems).size).toBe(1)
    },
  )
})

describe('once an event is no longer public', () => {
  test.for([
    ['its visibility changes', { visibility: 'members' }],
    ['it becomes a draft again', { status: 'draft' }],
  ] as const)(
    'visitors see nothing of an event that is no longer public because %s',
    async ([, change], { task }) => {
      const id = `was-public-${task.id}`
      const cover = coverOf(id).slice(-64)
      const event = eventDocument(id, { visibility: 'public', title: 'Was public', cover })
      await running.store.transact(async (tx) => {
        putSeated(tx, { ...event, changedAt: new Date(running.clock()).toISOString() }, [])
        const picture = { bytes: 'AAAA', width: 64, height: 64, usedBy: [`event:${id}`], uploadedBy: 'olga' }
        tx.put(images, { id: cover, ...picture })
      })
      // Another process wrote it: the index is up to a second behind, the list up to five.
      running.advance(6_000)
      const shown = await get(`/images/${cover}`)
      expect(shown.headers).toMatchObject({ 'cache-control': 'no-cache', etag: `"${cover}"` })
      const preview = (await get(`/previews/${id}/any.jpg`)).headers
      expect(preview).toMatchObject({
        'cache-control': 'no-cache',
        'cross-origin-resource-policy': 'cross-origin',
      })
      const again = await get(`/images/${cover}`, { 'if-none-match': `"${cover}"` })
      expect([again.statusCode, again.body]).toEqual([304, ''])
      expect((await get('/')).body).toContain('Was public')

      await running.store.transact(async (tx) => {
        putSeated(tx, { ...event, ...change, changedAt: new Date(running.clock()).toISOString() }, [])
      })
      running.advance(6_000)
      const hidden = await get(`/images/${cover}`, { 'if-none-match': `"${cover}"` })
      expect([hidden.statusCode, hidden.headers['cache-control']]).toEqual([401, 'no-store'])
      expect((await get('/')).body).not.toContain('Was public')
      const noPreview = await get(`/previews/${id}/any.jpg`, { 'if-none-match': String(preview.etag) })
      expect([noPreview.statusCode, noPreview.headers['cache-control']]).toEqual([404, 'no-store'])
      expect((await get(`/event/${id}`)).headers.etag).toBe((await get('/event/unknown')).headers.etag)
      expect((await publicEvent(id)).title).not.toBe('Was public')
    },
  )
})

test('members get the cover of a public event as any other picture', async () => {
  const ada = await running.member()
  const answer = await ada.call('GET', `/images/${coverOf('public')}`)
  expect(answer.headers['cache-control']).toBe('private, max-age=31536000, immutable')
})

test('an invalid session cookie does not keep anyone from a public cover', async () => {
  const cookie = '__Host-session=forged'
  expect((await get(`/images/${coverOf('public')}`, { cookie })).statusCode).toBe(200)
  expect((await get(`/images/${coverOf('private')}`, { cookie })).statusCode).toBe(401)
})

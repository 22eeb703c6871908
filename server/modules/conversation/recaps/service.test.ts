import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { HOUR } from '#shared/lib/durations.ts'
import type { Recap } from '#shared/conversation/recaps/schema.ts'
import { type EventDocument, events } from '#server/modules/events/events/collection.ts'
import { type OrganiserFixture, startOrganiserFixture } from '#server/testing/fixtures/organiser-fixture.ts'
import { picture } from '#server/testing/fixtures/webp.ts'

type Person = OrganiserFixture['ada']

let event: EventDocument
let pictures = 0

const fixture = await startOrganiserFixture({ liftRateLimits: true })
beforeAll(async () => {
  await fixture.services.warmUp()
})
afterAll(() => fixture.close())
beforeEach(async () => {
  event = await past()
})

const ago = (hours: number) => new Date(fixture.clock() - hours * HOUR).toISOString()
const past = (more: Partial<EventDocument> = {}) =>
  fixture.putEvent({ title: 'Dinner', startsAt: ago(3), endsAt: ago(1), ...more }, [fixture.ada.uid])

async function upload(who: Person = fixture.organiser) {
  const body = picture((pictures += 1))
  const answer = await who.call('POST', '/api/images?kind=cover', {
    body,
    headers: { 'content-type': 'image/webp' },
  })
  return answer.json<{ id: string }>().id
}
const path = (of = event) => `/api/events/${of.id}/recap`
const edit = (body: object, version = 0, who: Person = fixture.organiser, of = event) =>
  who.call('PUT', path(of), {
    body: { text: '', pictures: [], ...body },
    headers: { 'if-match': `"${version}"` },
  })
const recap = async (who: Person) => (await who.call('GET', path())).json<Recap>()
const onPicture = (who: Person, image: string, command: 'removal-request' | 'restoration') =>
  who.call('POST', `${path()}/pictures/${image}/${command}`)
const file = (who: Person, image: string, headers = {}) => who.call('GET', `/images/${image}`, { headers })
const code = ({ statusCode, body }: { statusCode: number; body: string }) => [
  statusCode,
  body ? (JSON.parse(body) as { code?: string }).code : undefined,
]

/** A recap with one picture. */
async function published() {
  const image = await upload()
  expect((await edit({ pictures: [{ image, alt: 'People at a table' }] })).statusCode).toBe(200)
  return image
}

test('hosts write a recap with pictures, which members who can see the event see', async () => {
  const { ada, grace } = fixture
  expect(await recap(ada)).toEqual({ version: 0, text: '', pictures: [] })
  const [one, two] = [await upload(), await upload()]
  const sent = {
    text: 'We were many.\r\n<b>Thank you</b>',
    pictures: [
      { image: one, alt: 'A table\nwith bread' },
      { image: two, alt: 'The hall' },
    ],
  }
  expect((await edit(sent)).statusCode).toBe(200)
  // A repeated request whose response was lost.
  expect((await edit(sent)).json<Recap>().version).toBe(1)
  const shown = {
    version: 1,
    text: 'We were many.\n<b>Thank you</b>',
    pictures: [
      { image: one, alt: 'A table with bread' },
      { image: two, alt: 'The hall' },
    ],
  }
  expect([await recap(ada), await recap(grace)]).toEqual([shown, shown])
  expect((await file(grace, one)).statusCode).toBe(200)
  expect((await edit({ text: 'Over' })).statusCode).toBe(412)
  expect((await edit({ pictures: [{ image: two, alt: 'The hall' }] }, 1)).statusCode).toBe(200)
  expect([(await file(grace, one)).statusCode, (await file(grace, two)).statusCode]).toEqual([404, 200])
})

test('only those who manage the event write a recap, and only once it took place', async () => {
  const { ada, rival, organiser } = fixture
  expect(code(await edit({ text: 'Mine' }, 0, ada))).toEqual([403, 'role_required'])
  expect(code(await edit({ text: 'Mine' }, 0, rival))).toEqual([403, 'not_your_event'])
  const late = await fixture.putEvent({})
  const hidden = await past({ hidden: { event: { reason: 'Spam', at: ago(1) } } })
  for (const [of, refusal] of [
    [late, 'not_over'],
    [await past({ status: 'cancelled' }), 'event_cancelled'],
    [await past({ status: 'draft' }), 'not_published'],
    [hidden, 'event_hidden'],
  ] as const)
    expect(code(await edit({ text: 'Soon' }, 0, organiser, of))).toEqual([409, refusal])
  expect((await ada.call('GET', path(hidden))).statusCode).toBe(404)
})

test('a picture needs a description, appears once, and must have been uploaded by its host', async () => {
  const { ada } = fixture
  const image = await upload()
  const fields = (answer: { body: string }) =>
    Object.keys((JSON.parse(answer.body) as { fields?: object }).fields ?? {})
  expect((await edit({ pictures: [{ image, alt: ' ' }] })).statusCode).toBe(400)
  expect(fields(await edit({ pictures: [{ image, alt: '\u200b' }] }))).toEqual(['pictures.0.alt'])
  const twice = [
    { image, alt: 'One' },
    { image, alt: 'Two' },
  ]
  expect(fields(await edit({ pictures: twice }))).toEqual(['pictures.1.image'])
  const others = await upload(ada)
  expect(fields(await edit({ pictures: [{ image: others, alt: 'Not mine' }] }))).toEqual(['pictures'])
  const many = Array.from({ length: 13 }, (_, at) => ({ image: String(at).padStart(64, '0'), alt: 'x' }))
  expect((await edit({ pictures: many })).statusCode).toBe(400)
})

test('a picture is hidden once a member asks for its removal, also from browsers that cached it', async () => {
  const { ada, grace, organiser } = fixture
  const image = await published()
  const served = await file(grace, image)
  expect(served.headers['cache-control']).toBe('private, no-cache')
  const cached = { 'if-none-match': served.headers['etag'] as string }
  expect((await file(grace, image, cached)).statusCode).toBe(304)
  expect((await onPicture(ada, image, 'removal-request')).statusCode).toBe(204)
  expect((await onPicture(grace, image, 'removal-request')).statusCode).toBe(204)
  expect([(await file(grace, image)).statusCode, (await file(grace, image, cached)).statusCode]).toEqual([
    404, 404,
  ])
  expect((await recap(grace)).pictures).toEqual([])
  expect((await recap(organiser)).pictures).toEqual([{ image, alt: 'People at a table', isWithdrawn: true }])
  await fixture.services.notifications.notifications.idle()
  const { items } = await fixture.services.notifications.notifications.list(organiser.uid)
  const about = items.filter(({ subject }) => subject.id === event.id)
  expect(about).toMatchObject([
    {
      topic: 'pictureRemoval',
      text: 'Someone asked to remove a picture from the recap of Dinner. It’s hidden until you decide.',
    },
  ])
  expect(about[0]).not.toHaveProperty('actor', expect.anything())
})

test('a host can keep a picture, after which only other members can ask for its removal', async () => {
  const { ada, grace, organiser } = fixture
  const image = await published()
  await onPicture(ada, image, 'removal-request')
  expect(code(await onPicture(ada, image, 'restoration'))).toEqual([403, 'role_required'])
  expect((await onPicture(organiser, image, 'restoration')).statusCode).toBe(204)
  expect((await file(grace, image)).statusCode).toBe(200)
  expect(code(await onPicture(ada, image, 'removal-request'))).toEqual([409, 'picture_kept'])
  expect((await onPicture(grace, image, 'removal-request')).statusCode).toBe(204)
  expect((await file(ada, image)).statusCode).toBe(404)
})

test('a host removes a picture, whose file is deleted', async () => {
  const { ada, organiser } = fixture
  const image = await published()
  const remove = (who: Person) => who.call('DELETE', `${path()}/pictures/${image}`)
  expect(code(await remove(ada))).toEqual([403, 'role_required'])
  expect((await remove(organiser)).statusCode).toBe(204)
  expect((await file(organiser, image)).statusCode).toBe(404)
  expect((await recap(organiser)).pictures).toEqual([])
  expect(code(await onPicture(ada, image, 'removal-request'))).toEqual([404, 'picture_not_found'])
})

test('pictures of an event for invited members are served to them alone', async () => {
  const { ada, grace } = fixture
  const image = await published()
  await fixture.store.transact(async (tx) => tx.put(events, { ...event, joinMode: 'invited' }))
  expect([(await file(ada, image)).statusCode, (await file(grace, image)).statusCode]).toEqual([200, 404])
  expect((await grace.call('GET', path())).statusCode).toBe(404)
})

test('pictures of an event that an admin has hidden are not served', async () => {
  const { grace } = fixture
  const image = await published()
  await fixture.store.transact(async (tx) =>
    tx.put(events, { ...event, hidden: { event: { reason: 'Spam', at: ago(1) } } }),
  )
  expect((await file(grace, image)).statusCode).toBe(404)
})

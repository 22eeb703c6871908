import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import type { EventCard, EventDetails } from '#shared/events/schema.ts'
import { prestigeEntries } from '#server/modules/prestige/collection.ts'
import { inHours } from '#server/testing/fixtures/organiser-fixture.ts'
import { type RosterFixture, startRosterFixture } from '#server/testing/fixtures/roster-fixture.ts'

import { editOf, type EventDocument, events } from './collection.ts'

const fixture = await startRosterFixture()
const editor = await fixture.member()
const helper = await fixture.member()
beforeAll(async () => {
  await fixture.changeMember(editor.uid, { displayName: 'Edda' })
  await fixture.changeMember(helper.uid, { displayName: 'Hugo' })
})
afterAll(() => fixture.close())

const stored = async ({ id }: { id: string }) => (await fixture.store.get(events, id))!
const team = () => ({ hosts: [editor.uid], editors: [editor.uid], helpers: [helper.uid] })
async function save(who: Pick<RosterFixture['ada'], 'call'>, event: EventDocument, more: object) {
  const before = await stored(event)
  return who.call('PUT', `/api/events/${event.id}`, {
    body: { ...editOf(before), ...more },
    headers: { 'if-match': `"${before.version}"` },
  })
}

describe('a published event with an editor and a helper', () => {
  let event: EventDocument
  beforeEach(async () => {
    event = await fixture.putEvent({ ...team(), startsAt: inHours(2) }, [fixture.ada.uid])
  })

  // Columns: the helper, the editor, another member, the organiser.
  test.each([
    ['roster', 403, 200, 403, 200],
    ['roster.csv', 403, 200, 403, 200],
    ['roster/candidates?q=gra', 403, 200, 403, 200],
    ['turnout', 403, 200, 403, 200],
    ['invitations', 403, 200, 403, 200],
    ['announcements/audience', 403, 200, 403, 200],
    ['messages', 403, 200, 403, 200],
    ['answers', 403, 200, 403, 200],
    ['desk', 403, 200, 403, 200],
    ['numbers', 403, 200, 403, 200],
    ['numbers.csv', 403, 200, 403, 200],
    ['feedback-results', 403, 200, 403, 200],
    ['check-in-list', 200, 200, 403, 200],
    ['series', 200, 200, 200, 200],
  ])('GET %s is allowed to people with the right to it', async (path, ...expected) => {
    const people = [helper, editor, fixture.grace, fixture.organiser]
    const answers = await Promise.all(people.map((who) => who.call('GET', `/api/events/${event.id}/${path}`)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(expected)
  })

  test('everyone sees their own role, and only people who can edit the event see who helps', async () => {
    expect(await fixture.seen(helper, event)).toMatchObject({ role: 'helper', right: 'checkIn' })
    expect(await fixture.seen(helper, event)).not.toHaveProperty('helpers')
    expect(await fixture.seen(editor, event)).toMatchObject({
      role: 'editor',
      right: 'edit',
      editors: [editor.uid],
      helpers: [{ displayName: 'Hugo' }],
    })
    const seen = await fixture.seen(fixture.grace, event)
    expect(seen.hosts.map(({ displayName }) => displayName)).toEqual(['Edda'])
    for (const field of ['role', 'right', 'editors', 'helpers']) expect(seen).not.toHaveProperty(field)
  })

  test('the lists of a helper and of an editor have the event with their right', async () => {
    const rightIn = async (who: RosterFixture['ada']) => {
      const { items } = (await who.call('GET', '/api/events?list=mine')).json<{ items: EventCard[] }>()
      return items.find(({ id }) => id === event.id)?.right
    }
    expect([await rightIn(helper), await rightIn(editor), await rightIn(fixture.grace)]).toEqual([
      'checkIn',
      'edit',
      undefined,
    ])
  })

  test('an editor can change texts, but not hosts, editors and helpers', async () => {
    expect((await save(editor, event, { summary: 'With coffee' })).statusCode).toBe(200)
    for (const change of [
      { hosts: [editor.uid, fixture.grace.uid] },
      { editors: [] },
      { helpers: [helper.uid, fixture.grace.uid] },
    ]) {
      const answer = await save(editor, event, change)
      expect(answer.json()).toMatchObject({
        code: 'invalid_input',
        fields: {
          [Object.keys(change)[0]!]: 'Only organisers of this event can change its hosts and helpers.',
        },
      })
    }
    expect(await stored(event)).toMatchObject({ summary: 'With coffee', ...team() })
  })

  test('members who get a role are notified once, and losing a role takes effect at once', async () => {
    const quiet = await fixture.putEvent({ startsAt: inHours(2), title: 'Harvest' })
    const given = { hosts: [fixture.grace.uid], editors: [fixture.grace.uid], helpers: [fixture.ada.uid] }
    expect((await save(fixture.organiser, quiet, given)).statusCode).toBe(200)
    expect((await save(fixture.organiser, quiet, { summary: 'With coffee' })).statusCode).toBe(200)
    expect(await fixture.notified(fixture.grace, quiet)).toEqual([
      'Olga made you a host of Harvest, and you can edit it.',
    ])
    expect(await fixture.notified(fixture.ada, quiet)).toEqual([
      'Olga asked you to help at check-in for Harvest.',
    ])
    const list = () => fixture.ada.call('GET', `/api/events/${quiet.id}/check-in-list`)
    expect((await list()).statusCode).toBe(200)
    await save(fixture.organiser, quiet, { helpers: [] })
    expect((await list()).statusCode).toBe(403)
  })

  test('a helper checks people in, is no admin in the audit log, and earns nothing for hosting', async () => {
    const guests = await Promise.all(Array.from({ length: 5 }, () => fixture.member()))
    const full = await fixture.putEvent(
      { ...team(), startsAt: inHours(1) },
      guests.map(({ uid }) => uid),
    )
    const items = guests.map(({ uid }) => ({ memberId: uid, at: inHours(0) }))
    const answer = await helper.call('POST', `/api/events/${full.id}/check-ins`, { body: { items } })
    expect(answer.json<{ items: { result: string }[] }>().items.map(({ result }) => result)).toEqual(
      guests.map(() => 'checkedIn'),
    )
    expect(await fixture.audited(full)).toEqual([])
    const earned = async ({ uid }: { uid: string }) => {
      const { items: entries } = await fixture.store.find(prestigeEntries, {
        where: { member: uid },
        orderBy: 'at',
        limit: 10,
      })
      return entries.filter(({ source }) => source === `event:${full.id}`).map(({ kind }) => kind)
    }
    expect([await earned(helper), await earned(editor)]).toEqual([[], ['eventHosted']])
  })

  test('helpers and hosts can step down, which notifies the organiser, and the organiser cannot', async () => {
    const leave = (who: Pick<RosterFixture['ada'], 'call'>) =>
      who.call('DELETE', `/api/events/${event.id}/role`)
    expect((await leave(helper)).statusCode).toBe(204)
    expect((await leave(helper)).statusCode).toBe(204)
    expect((await leave(editor)).statusCode).toBe(204)
    expect((await leave(fixture.organiser)).json()).toMatchObject({ code: 'organiser_stays' })
    const after = await stored(event)
    expect(after.hosts).toEqual([])
    expect([after.editors, after.helpers]).toEqual([undefined, undefined])
    expect((await fixture.notified(fixture.organiser, event)).toSorted()).toEqual([
      `Edda is no longer a host of ${event.title}.`,
      `Hugo no longer helps at check-in for ${event.title}.`,
    ])
    const over = await fixture.putEvent({ ...team(), startsAt: inHours(-3), endsAt: inHours(-1) })
    expect((await editor.call('DELETE', `/api/events/${over.id}/role`)).json()).toMatchObject({
      code: 'event_over',
    })
  })
})

test('an editor works on a draft that a helper and other members do not see', async () => {
  const draft = await fixture.putEvent({ ...team(), status: 'draft' })
  const codes = await Promise.all(
    [editor, helper, fixture.grace].map(
      async (who) => (await who.call('GET', `/api/events/${draft.id}`)).statusCode,
    ),
  )
  expect(codes).toEqual([200, 404, 404])
  expect((await editor.call('POST', `/api/events/${draft.id}/publish`)).json()).toMatchObject({
    code: 'not_your_event',
  })
  const drafts = (await editor.call('GET', '/api/events?list=drafts')).json<{ items: EventCard[] }>().items
  expect(drafts.map(({ id }) => id)).toContain(draft.id)
  expect((await helper.call('GET', '/api/events?list=drafts')).json<{ items: EventCard[] }>().items).toEqual(
    [],
  )
  await fixture.organiser.call('POST', `/api/events/${draft.id}/publish`)
  expect(await fixture.notified(helper, draft)).toContain(
    `Olga asked you to help at check-in for ${draft.title}.`,
  )
})

test('an event for invited people is open to its helpers, and to no other member', async () => {
  const event = await fixture.putEvent({ ...team(), joinMode: 'invited', startsAt: inHours(2) })
  const codes = await Promise.all(
    [helper, fixture.grace].map(async (who) => (await who.call('GET', `/api/events/${event.id}`)).statusCode),
  )
  expect(codes).toEqual([200, 404])
})

test('helpers whom the organiser can’t see are kept, and a host does not become a helper', async () => {
  const event = await fixture.putEvent({ ...team(), startsAt: inHours(2) })
  await helper.call('PUT', `/api/blocks/${fixture.organiser.uid}`)
  const seen: EventDetails = await fixture.seen(fixture.organiser, event)
  expect(seen.helpers).toEqual([])
  await save(fixture.organiser, event, { helpers: [editor.uid], summary: 'With coffee' })
  expect(await stored(event)).toMatchObject({ summary: 'With coffee', ...team() })
  await helper.call('DELETE', `/api/blocks/${fixture.organiser.uid}`)
})

test('a deleted account is no helper of upcoming events', async () => {
  const leaving = await fixture.member()
  const event = await fixture.putEvent({ helpers: [leaving.uid], startsAt: inHours(2) })
  await fixture.services.events.events.forget(leaving.uid)
  expect((await stored(event)).helpers).toBeUndefined()
})

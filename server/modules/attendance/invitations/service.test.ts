import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import type { InvitationPage, InvitationResult, InvitationsEdit } from '#shared/attendance/invitations.ts'
import type { EventDetails } from '#shared/events/schema.ts'
import type { Page } from '#shared/lib/page.ts'
import { invitations } from '#server/modules/accounts/invitations/collection.ts'
import { invitationId } from '#server/modules/accounts/invitations/tokens.ts'
import { editOf, type EventDocument, events } from '#server/modules/events/events/collection.ts'
import { members } from '#server/modules/people/members/collection.ts'
import { createSmtpMailer } from '#server/mail/smtp.ts'
import {
  inHours,
  type OrganiserFixture,
  startOrganiserFixture,
} from '#server/testing/fixtures/organiser-fixture.ts'

import { eventInvitations } from './collection.ts'

type Person = OrganiserFixture['ada']

// Sends nothing: the emails stay in the queue.
const mailer = createSmtpMailer({
  url: 'smtp://127.0.0.1:1',
  from: { name: 'Guildhall', address: 'hello@guildhall.test' },
  clock: Date.now,
})
let event: EventDocument
const fixture = await startOrganiserFixture({ mailer, liftRateLimits: true })
beforeAll(async () => {
  await fixture.services.warmUp()
})
afterAll(async () => {
  await fixture.close()
  mailer.close()
})
beforeEach(async () => {
  event = await fixture.putEvent({
    joinMode: 'invited',
    startsAt: inHours(48),
    title: 'Supper',
    tags: ['secret'],
  })
})

const at = (path: string) => `/api/events/${event.id}/${path}`
const invite = (edit: InvitationsEdit, who: Person = fixture.organiser) =>
  who.call('POST', at('invitations'), { body: edit })
const resultOf = async (edit: InvitationsEdit) => (await invite(edit)).json<InvitationResult>()
const list = async () => (await fixture.organiser.call('GET', at('invitations'))).json<InvitationPage>()
const details = (who: Person) => who.call('GET', `/api/events/${event.id}`)
const rsvp = (who: Person, state = 'going') => who.call('PUT', at('rsvp'), { body: { state, guests: 0 } })
const remind = () => fixture.organiser.call('POST', at('invitations/reminder'))
const withdraw = (who: Person) => fixture.organiser.call('DELETE', at(`invitations/${who.uid}`))
async function named(displayName = `Name ${randomUUID()}`) {
  const person = await fixture.member()
  await fixture.changeMember(person.uid, { displayName, onboardedAt: inHours(-1) })
  return { ...person, displayName }
}
async function showAddress({ uid }: Pick<Person, 'uid'>, email: 'members' | 'connections' | 'me') {
  const { visibility } = (await fixture.store.get(members, uid))!
  await fixture.changeMember(uid, { visibility: { ...visibility, email } })
}
async function notified(who: Person) {
  await fixture.services.notifications.notifications.idle()
  const { items } = (await who.call('GET', '/api/notifications')).json<{
    items: { topic: string; text: string }[]
  }>()
  return items.filter(({ topic }) => topic === 'eventInvitation').map(({ text }) => text)
}

const day = (later: number) => inHours(24 * later).slice(0, 10)

/** Whether a member finds the event, wherever events are listed. */
async function foundBy(who: Person) {
  const idsIn = async (path: string) => {
    const { items } = (await who.call('GET', path)).json<Page<{ id: string }>>()
    return items.some(({ id }) => id === event.id)
  }
  const search = (await who.call('GET', '/api/search?q=Supper')).body
  const tags = (await who.call('GET', '/api/events/tags')).json<{ items: string[] }>()
  const statuses = await Promise.all(
    ['', '/attendees', '/announcements', '/calendar.ics'].map(
      async (path) => (await who.call('GET', `/api/events/${event.id}${path}`)).statusCode,
    ),
  )
  return {
    listed: await idsIn('/api/events'),
    inCalendar: await idsIn(`/api/events/calendar?from=${day(0)}&to=${day(7)}`),
    searched: search.includes(event.id),
    tagged: tags.items.includes('secret'),
    statuses: [...new Set(statuses)],
  }
}

describe('an event for invited people', () => {
  test('an event for invited people is found only by them and by its organisers', async () => {
    const { ada, grace, organiser, rival, admin } = fixture
    await invite({ members: [ada.uid] })
    const nothing = { listed: false, inCalendar: false, searched: false, tagged: false, statuses: [404] }
    for (const who of [grace, rival]) expect(await foundBy(who)).toEqual(nothing)
    const everything = { listed: true, inCalendar: true, searched: true, tagged: false, statuses: [200] }
    for (const who of [ada, organiser, admin]) expect(await foundBy(who)).toEqual(everything)
    expect((await details(grace)).json()).toMatchObject({ code: 'event_not_found' })
    expect((await rsvp(grace)).json()).toMatchObject({ code: 'event_not_found' })
    expect((await rsvp(ada)).json()).toMatchObject({ mine: { state: 'going' } })
    expect((await details(ada)).json<EventDetails>().invitation).toMatchObject({
      by: { id: organiser.uid },
    })
  })

  test('a member who is offered an RSVP to an event for invited people can RSVP', async () => {
    const { ada, grace, rival, organiser, admin, putEvent } = fixture
    const [editor, invited] = [await fixture.member(), await fixture.member()]
    event = await putEvent({
      joinMode: 'invited',
      startsAt: inHours(48),
      hosts: [grace.uid, editor.uid],
      editors: [editor.uid],
      helpers: [ada.uid, rival.uid],
    })
    await invite({ members: [invited.uid] })
    for (const who of [ada, rival, grace, editor, invited, organiser, admin]) {
      expect((await details(who)).statusCode).toBe(200)
      expect((await rsvp(who)).json()).toMatchObject({ mine: { state: 'going' } })
    }
  })

  test('an event for invited people looks missing to visitors, and cannot be public', async () => {
    await fixture.store.transact(async (tx) => tx.put(events, { ...event, visibility: 'public' }))
    expect((await fixture.visitor('GET', `/api/public-events/${event.id}`)).statusCode).toBe(404)
    const edited = await fixture.organiser.call('PUT', `/api/events/${event.id}`, {
      headers: { 'if-match': '"1"' },
      body: { ...editOf(event), visibility: 'public' },
    })
    expect(edited.json()).toMatchObject({
      fields: { visibility: 'An event for invited people can’t be public.' },
    })
  })

  test('a member with a place keeps access when an event becomes one for invited people, and can give the place up', async () => {
    const { ada } = fixture
    event = await fixture.putEvent({ joinMode: 'invited', startsAt: inHours(48) }, [ada.uid])
    expect((await details(ada)).statusCode).toBe(200)
    expect((await rsvp(ada, 'declined')).statusCode).toBe(200)
    expect((await details(ada)).statusCode).toBe(404)
  })
})

describe('invitations', () => {
  test('members are notified once, with the name of the person who invited them', async () => {
    const member = await named()
    for (const _ of [1, 2]) await invite({ members: [member.uid] })
    expect(await notified(member)).toEqual(['Olga invited you to Supper.'])
  })

  test('the result of inviting a list of names and addresses has an outcome for each line', async () => {
    const [ada, blocker, suspended, before] = [await named(), await named(), await named(), await named()]
    await showAddress(ada, 'members')
    await blocker.call('PUT', `/api/blocks/${fixture.organiser.uid}`)
    await fixture.changeMember(suspended.uid, { status: 'suspended' })
    await invite({ members: [before.uid] })
    const newcomer = `${randomUUID()}@guildhall.test`
    const result = await resultOf({
      lines: [
        ada.displayName,
        `Ada <${ada.email.toUpperCase()}>`,
        before.displayName,
        newcomer,
        newcomer,
        blocker.email,
        suspended.displayName,
        'Nobody at all',
        '  ',
      ],
    })
    expect(result).toEqual({
      invited: 1,
      already: 1,
      addresses: 2,
      duplicates: 2,
      unknown: [suspended.displayName, 'Nobody at all'],
    })
    const page = await list()
    expect(page.items.map(({ member }) => member.id).toSorted()).toEqual([ada.uid, before.uid].toSorted())
    expect(page.counts).toEqual({ invited: 2, answered: 0, remindable: 2, addresses: 2 })
  })

  test.for(['me', 'connections'] as const)(
    'an organiser does not learn whether an address belongs to a member who shows it to %s',
    async (visibility) => {
      const owner = await named()
      await showAddress(owner, visibility)
      const answers = async (email: string) => {
        event = await fixture.putEvent({ joinMode: 'invited', startsAt: inHours(48), title: 'Supper' })
        const lines = [email, `Someone <${email}>`, owner.displayName]
        const first = await resultOf({ lines: [email] })
        const page = await list()
        const reminded = (await remind()).json<object>()
        const again = await resultOf({ lines })
        const after = await list()
        return { first, page, reminded, again, after: [after.counts, after.items.length] }
      }
      const nobodys = `${randomUUID()}@guildhall.test`
      expect(await answers(owner.email)).toEqual(await answers(nobodys))
    },
  )

  test('a member who is invited by address gets the invitation, and is listed as an address', async () => {
    const owner = await named()
    await invite({ lines: [owner.email] })
    await invite({ lines: [owner.email] })
    expect(await notified(owner)).toEqual(['Olga invited you to Supper.'])
    expect((await details(owner)).json()).toMatchObject({ invitation: { by: { id: fixture.organiser.uid } } })
    expect((await rsvp(owner)).json()).toMatchObject({ mine: { state: 'going' } })
    expect((await withdraw(owner)).statusCode).toBe(204)
    expect(await list()).toMatchObject({ items: [], counts: { invited: 0, answered: 0, addresses: 1 } })
    expect((await details(owner)).statusCode).toBe(200)
  })

  test('a person who joins with an invited address is listed as an address until they are invited by name', async () => {
    const email = `${randomUUID()}@guildhall.test`
    await invite({ lines: [email] })
    const owner = await fixture.member({ email })
    expect(await list()).toMatchObject({ items: [], counts: { invited: 0, addresses: 1 } })
    expect(await resultOf({ members: [owner.uid] })).toMatchObject({ invited: 1, already: 0 })
    expect(await list()).toMatchObject({ items: [{ member: { id: owner.uid } }], counts: { addresses: 1 } })
    expect(await notified(owner)).toEqual(['Olga invited you to Supper.'])
    await fixture.services.attendance.invitations.forget(owner.uid)
    expect((await list()).items).toEqual([])
  })

  test('a person who joins is not notified of a cancelled event to which their address was invited', async () => {
    const email = `${randomUUID()}@guildhall.test`
    await invite({ lines: [email] })
    const body = { reason: 'The hall is closed' }
    expect((await fixture.organiser.call('POST', at('cancel'), { body })).statusCode).toBe(200)
    expect(await notified(await fixture.member({ email }))).toEqual([])
  })

  test('a member is notified of an invitation once, also when an admin changes their role', async () => {
    const [one, other] = [await named(), await named()]
    await invite({ members: [one.uid, other.uid] })
    const { version } = (await one.call('GET', '/api/me')).json<{ version: number }>()
    const answer = await fixture.admin.call('POST', `/api/admin/members/${one.uid}/role`, {
      body: { role: 'organiser' },
      headers: { 'if-match': `"${version}"` },
    })
    expect(answer.statusCode).toBe(200)
    expect(await notified(one)).toEqual(['Olga invited you to Supper.'])
  })

  test('an address whose invitation an admin revoked is not counted', async () => {
    const [kept, revoked] = [`${randomUUID()}@guildhall.test`, `${randomUUID()}@guildhall.test`]
    await invite({ lines: [kept, revoked] })
    const id = invitationId(revoked)
    const { version } = (await fixture.store.get(invitations, id))!
    const headers = { 'if-match': `"${version}"` }
    const answer = await fixture.admin.call('POST', `/api/admin/invitations/${id}/revocation`, { headers })
    expect(answer.statusCode).toBe(200)
    expect((await list()).counts.addresses).toBe(1)
  })

  test('an unknown address is invited to the community until the event ends, and its owner to the event', async () => {
    const email = `${randomUUID()}@guildhall.test`
    await invite({ lines: [email] })
    const { items } = await fixture.store.find(invitations, { limit: 500 })
    expect(items.find((each) => each.email === email)).toMatchObject({
      ofFriend: true,
      expiresAt: event.endsAt,
    })
    const owner = await fixture.member({ email })
    expect((await details(owner)).statusCode).toBe(200)
    expect(await notified(owner)).toEqual(['Olga invited you to Supper.'])
  })

  test('a thousand lines are invited in one request', async () => {
    const known = await named()
    const lines = Array.from({ length: 999 }, (_, line) => `Unknown ${line}`)
    const result = await resultOf({ lines: [...lines, known.displayName] })
    expect([result.invited, result.unknown.length]).toEqual([1, 999])
    expect((await invite({ lines: [...lines, 'one', 'more'] })).statusCode).toBe(400)
  })

  test('attendees of an earlier event can be invited only if the organiser manages that event', async () => {
    const { ada, grace, organiser } = fixture
    const earlier = await fixture.putEvent({ startsAt: inHours(-48) }, [ada.uid, grace.uid, organiser.uid])
    expect(await resultOf({ attendeesOf: earlier.id })).toMatchObject({ invited: 2 })
    const others = await fixture.putEvent({ createdBy: fixture.rival.uid }, [ada.uid])
    expect((await invite({ attendeesOf: others.id })).statusCode).toBe(403)
  })

  test('someone who is invited again after a withdrawal is notified again', async () => {
    const person = await named()
    await invite({ members: [person.uid] })
    await withdraw(person)
    fixture.advance(1_000)
    await invite({ members: [person.uid] })
    await invite({ members: [person.uid] })
    expect(await notified(person)).toHaveLength(2)
  })

  test('the email to an address without an account names the latest upcoming event', async () => {
    const { eventOfAddress } = fixture.services.attendance.invitations
    const email = `${randomUUID()}@example.org`
    await invite({ lines: [email] })
    const first = event
    fixture.advance(1_000)
    event = await fixture.putEvent({ title: 'Breakfast', startsAt: inHours(60) })
    await invite({ lines: [email] })
    const id = invitationId(email)
    expect(await eventOfAddress(id)).toMatchObject({ title: 'Breakfast' })
    await fixture.organiser.call('POST', at('cancel'), { body: { reason: 'The oven broke' } })
    expect(await eventOfAddress(id)).toMatchObject({ id: first.id })
    expect(await eventOfAddress('nothing')).toBeUndefined()
  })

  test('an invited member needs no request', async () => {
    event = await fixture.putEvent({ joinMode: 'request', startsAt: inHours(48) })
    const { ada } = fixture
    expect((await rsvp(ada)).json()).toMatchObject({ mine: { state: 'requested' } })
    await invite({ members: [ada.uid] })
    expect((await details(ada)).json()).toMatchObject({ needsRequest: false })
    expect((await rsvp(ada)).json()).toMatchObject({ mine: { state: 'going' } })
  })

  test('one reminder reaches those who have not answered', async () => {
    const [silent, answered] = [await named(), await named()]
    await invite({ members: [silent.uid, answered.uid] })
    await rsvp(answered, 'declined')
    expect((await remind()).json()).toEqual({ reminded: 1 })
    expect((await remind()).json()).toEqual({ reminded: 0 })
    expect(await notified(silent)).toEqual([
      'Olga is waiting for your answer: are you coming to Supper?',
      'Olga invited you to Supper.',
    ])
    expect(await notified(answered)).toEqual(['Olga invited you to Supper.'])
    expect((await list()).counts).toMatchObject({ invited: 2, answered: 1, remindable: 0 })
  })

  test('withdrawing an invitation hides the event from the member, and is refused after an RSVP', async () => {
    const [one, other] = [await named(), await named()]
    await invite({ members: [one.uid, other.uid] })
    await rsvp(other)
    expect((await withdraw(one)).statusCode).toBe(204)
    expect((await withdraw(one)).statusCode).toBe(204)
    expect((await details(one)).statusCode).toBe(404)
    expect(await notified(one)).toEqual([])
    expect((await withdraw(other)).json()).toMatchObject({ code: 'has_rsvp' })
  })

  test('a member’s invitations are in their export, and leave with their account', async () => {
    const member = await named()
    await invite({ members: [member.uid] })
    const { invitations: service } = fixture.services.attendance
    expect(await service.exportOf(member.uid)).toMatchObject([{ event: event.id, by: fixture.organiser.uid }])
    await service.forget(member.uid)
    expect(await fixture.store.get(eventInvitations, `${event.id} ${member.uid}`)).toBeUndefined()
  })

  test('an account can be deleted after its invitation was declined and withdrawn', async () => {
    const who = await fixture.member()
    await invite({ members: [who.uid] })
    await rsvp(who, 'declined')
    expect((await withdraw(who)).statusCode).toBe(204)
    await expect(fixture.services.attendance.rsvps.forget(who.uid)).resolves.toBeUndefined()
  })

  test('publishing an event for invited people notifies no one else', async () => {
    event = await fixture.putEvent({ joinMode: 'invited', status: 'draft', startsAt: inHours(48) })
    await fixture.organiser.call('POST', at('publish'))
    await fixture.services.notifications.notifications.idle()
    const { items } = (await fixture.grace.call('GET', '/api/notifications')).json<{
      items: { text: string }[]
    }>()
    expect(items.map(({ text }) => text)).not.toContainEqual(expect.stringContaining(event.title))
  })
})

// Last, because newcomers await approval from then on.
test('a newcomer who awaits approval is notified of the event once they are approved', async () => {
  const settings = await fixture.admin.call('GET', '/api/admin/settings/joining')
  const { version, value } = settings.json<{ version: number; value: object }>()
  const saved = await fixture.admin.call('PUT', '/api/admin/settings/joining', {
    body: { ...value, policy: 'approval' },
    headers: { 'if-match': `"${version}"` },
  })
  expect(saved.statusCode).toBe(200)
  const email = `${randomUUID()}@guildhall.test`
  await invite({ lines: [email] })
  const owner = await fixture.member({ email })
  await fixture.services.notifications.notifications.idle()
  expect((await details(owner)).json()).toMatchObject({ code: 'member_pending' })
  const profile = (await owner.call('GET', '/api/me')).json<{ version: number }>()
  await fixture.admin.call('POST', `/api/admin/members/${owner.uid}/approval`, {
    body: {},
    headers: { 'if-match': `"${profile.version}"` },
  })
  await fixture.services.notifications.notifications.idle()
  const { items } = await fixture.services.notifications.notifications.list(owner.uid)
  expect(items.map(({ text }) => text)).toContain('Olga invited you to Supper.')
})

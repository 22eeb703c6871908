import ICAL from 'ical.js'
import { afterAll, beforeEach, expect, test } from 'vitest'

import type { Overview } from '#shared/admin/overview.ts'
import type { Announcement } from '#shared/conversation/organiser-messages/schema.ts'
import { events } from '#server/modules/events/events/collection.ts'
import { startEmailFixture, subjects } from '#server/testing/fixtures/email-fixture.ts'
import { putSeated } from '#server/testing/fixtures/events.ts'
import { inHours } from '#server/testing/fixtures/organiser-fixture.ts'

const fixture = await startEmailFixture()
afterAll(() => fixture.close())
beforeEach(async () => {
  await fixture.sent()
  fixture.server.clear()
})

const cancel = (event: { id: string }) =>
  fixture.organiser.call('POST', `/api/events/${event.id}/cancel`, {
    body: { reason: 'The river is too high.' },
  })

test('a cancellation arrives with text, HTML and a calendar file, in the zone of its reader', async () => {
  const { ada, putEvent, changeMember } = fixture
  await changeMember(ada.uid, { timeZone: 'Asia/Kathmandu' })
  const venue = { name: 'The barn', address: { city: 'Lisbon' } }
  const event = await putEvent(
    { title: 'Breakfast', startsAt: '2031-03-04T18:00:00.000Z', endsAt: '2031-03-04T20:00:00.000Z', venue },
    [ada.uid],
  )
  expect((await cancel(event)).statusCode).toBe(200)
  const [mail, ...others] = await fixture.sent(ada)
  expect(others).toEqual([])
  const { parsed } = mail!
  expect(parsed.subject).toBe('Cancelled: Breakfast, Tue 4 Mar 2031, 23:45, Kathmandu time')
  expect(parsed.from?.value[0]).toEqual({ name: 'Guildhall, “the house”', address: 'hello@guildhall.test' })
  expect(parsed.text).toContain('The river is too high.')
  expect(parsed.text).toContain(`https://guildhall.test/event/${event.id}`)
  expect(parsed.html).toContain('23:45')
  expect(parsed.html).toContain('The barn, Lisbon')
  const [calendar] = parsed.attachments
  expect(calendar?.contentType).toBe('text/calendar')
  expect(calendar?.content.toString()).toMatch(/METHOD:PUBLISH[^]*STATUS:CANCELLED/)
  expect(parsed.messageId).toMatch(/^<[\w-]{43}@guildhall\.test>$/)
  // It cannot be switched off.
  expect(parsed.headers.has('list-unsubscribe')).toBe(false)
  await fixture.sent()
  expect(fixture.server.received()).toHaveLength(1)
})

test('an RSVP is confirmed with a calendar file, and with a link to the feed until the member has one', async () => {
  const { ada, putEvent } = fixture
  const startsAt = inHours(400)
  const rsvp = async (state: 'going' | 'maybe' | 'declined', event: { id: string }) =>
    expect(
      (await ada.call('PUT', `/api/events/${event.id}/rsvp`, { body: { state, guests: 0 } })).statusCode,
    ).toBe(200)
  const event = await putEvent({ title: 'Café “Ümit”', startsAt, endsAt: inHours(401) })
  await rsvp('maybe', event)
  expect(await fixture.sent(ada)).toEqual([])
  await rsvp('going', event)
  await rsvp('going', event)
  const [mail, ...others] = await fixture.sent(ada)
  expect(others).toEqual([])
  expect(mail!.parsed.subject).toMatch(/^You’re going: Café “Ümit”, /)
  expect(mail!.parsed.text).toContain('https://guildhall.test/events?sync=1')
  const [part, ...further] = mail!.parsed.attachments
  expect(further).toEqual([])
  expect([part?.contentType, part?.filename]).toEqual(['text/calendar', 'invite.ics'])
  expect(part?.headers.get('content-type')).toMatchObject({
    value: 'text/calendar',
    params: { charset: 'utf-8', method: 'PUBLISH' },
  })
  const calendar = new ICAL.Component(ICAL.parse(part!.content.toString('utf8')) as unknown[])
  expect(calendar.getFirstPropertyValue('method')).toBe('PUBLISH')
  const entry = calendar.getFirstSubcomponent('vevent')
  expect(entry?.getFirstPropertyValue('summary')).toBe('Café “Ümit”')
  expect(entry?.getFirstPropertyValue('uid')).toBe(`${event.id}@guildhall.test`)

  await ada.call('POST', '/api/calendar-feed')
  fixture.server.clear()
  const next = await putEvent({ startsAt, endsAt: inHours(401) })
  await rsvp('going', next)
  expect((await fixture.sent(ada))[0]!.parsed.text).not.toContain('sync=1')
  await ada.call('DELETE', '/api/calendar-feed')
})

test('a place on the waitlist, or a seat that was given up before the email, is not confirmed by email', async () => {
  const { ada, grace, putEvent } = fixture
  const rsvp = (who: typeof ada, state: 'going' | 'declined', event: { id: string }) =>
    who.call('PUT', `/api/events/${event.id}/rsvp`, { body: { state, guests: 0 } })
  const times = { startsAt: inHours(400), endsAt: inHours(401) }
  const full = await putEvent({ ...times, capacity: 1 }, [grace.uid])
  await rsvp(ada, 'going', full)
  const open = await putEvent(times)
  await rsvp(ada, 'going', open)
  await rsvp(ada, 'declined', open)
  expect(await fixture.sent(ada)).toEqual([])
})

test('a subject truncates a long title, but not the date and time', async () => {
  const { ada, putEvent, changeMember } = fixture
  await changeMember(ada.uid, { timeZone: 'Asia/Kathmandu' })
  const times = { startsAt: '2031-03-04T18:00:00.000Z', endsAt: '2031-03-04T20:00:00.000Z' }
  const title = 'Breakfast '.repeat(20).trim()
  const event = await putEvent({ title, ...times }, [ada.uid])
  expect((await cancel(event)).statusCode).toBe(200)
  const [mail] = await fixture.sent(ada)
  const { subject = '', text } = mail!.parsed
  expect(subject).toMatch(/^Cancelled: Breakfast .+…, Tue 4 Mar 2031, 23:45, Kathmandu time$/)
  expect([...subject]).toHaveLength(150)
  expect(text!.replaceAll(/\s+/g, ' ')).toContain(title)
})

test('every message is valid: ASCII, CRLF, short lines, alternatives with the same words', async () => {
  await fixture.newEvent('Брэкфаст 🎉')
  const [mail] = await fixture.sent(fixture.ada)
  expect(mail!.raw).toMatch(/^[\x20-\x7e\r\n\t]*$/)
  expect(mail!.raw.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  const lines = mail!.raw.split('\r\n')
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(998)
  const bodies = mail!.raw.slice(mail!.raw.indexOf('\r\n\r\n')).split('\r\n')
  expect(Math.max(...bodies.map((line) => line.length))).toBeLessThanOrEqual(78)
  for (const header of ['Date', 'From', 'To', 'Subject', 'Message-ID', 'MIME-Version'])
    expect(mail!.raw.match(new RegExp(`^${header}: `, 'gm'))).toHaveLength(1)
  expect(mail!.raw).toMatch(/^Content-Type: multipart\/alternative;/m)
  expect(mail!.parsed.subject).toContain('New event: Брэкфаст 🎉, ')
  for (const body of [mail!.parsed.text, mail!.parsed.html]) expect(body).toContain('Брэкфаст 🎉')
  expect(mail!.parsed.html).not.toMatch(/<img|<script|http(?!s:\/\/guildhall\.test)/)
})

test('emails use the accent colour of the community, in light and in dark mode', async () => {
  const { admin, ada } = fixture
  const body = { light: '#6b1f5d', dark: '#e3a6d8' }
  const saved = await admin.call('PUT', '/api/admin/settings/accent', {
    body,
    headers: { 'if-match': '"0"' },
  })
  expect(saved.statusCode).toBe(200)
  await fixture.newEvent('Painting')
  const [mail] = await fixture.sent(ada)
  expect(mail!.parsed.html).toMatch(
    /\.button\{background:#6b1f5d[^]*dark\)\{[^]*\.button\{background:#e3a6d8/,
  )
})

test('a member who has already answered gets no email about a new event', async () => {
  const { ada, grace, organiser, putEvent, record } = fixture
  const event = await putEvent({ title: 'Regatta', startsAt: inHours(900), endsAt: inHours(902) }, [ada.uid])
  await fixture.putRsvp(event, grace.uid, 'declined')
  const recipients = [ada.uid, grace.uid, organiser.uid]
  await record({ subject: { kind: 'event', id: event.id }, data: { title: 'Regatta' }, recipients })
  expect((await fixture.sent()).map(({ to }) => to)).toEqual([organiser.email])
})

test('an email suppresses automatic replies, and bounces go to the sender’s address', async () => {
  await fixture.newEvent('Supper')
  const [mail] = await fixture.sent(fixture.ada)
  const { headers } = mail!.parsed
  expect(mail!.from).toBe('hello@guildhall.test')
  expect(headers.get('auto-submitted')).toBe('auto-generated')
  expect(headers.get('x-auto-response-suppress')).toBe('OOF, AutoReply')
  for (const name of ['reply-to', 'errors-to', 'return-receipt-to', 'disposition-notification-to'])
    expect(headers.has(name)).toBe(false)
})

test('a name or title cannot inject a header, markup or a link', async () => {
  const { ada, grace, changeMember, call } = { ...fixture, call: fixture.grace.call }
  const name = 'Eve"\r\nBcc: victim@guildhall.test\r\n\r\n<script>alert(1)</script> \u202Eevil 🎭 עברית'
  await changeMember(grace.uid, { displayName: name })
  await changeMember(ada.uid, { displayName: `"Ada"\r\nBcc: other@guildhall.test <x@y.example>` })
  const note = 'Log in at pay-me.example or <a href="https://pay-me.example">here</a>'
  await call('POST', '/api/connections', { body: { memberId: ada.uid, note } })
  const [mail] = await fixture.sent(ada)
  expect(fixture.server.received().map(({ to }) => to)).toEqual([ada.email])
  expect(mail!.raw).not.toMatch(/^bcc:|\u202E/im)
  expect(mail!.parsed.text).not.toContain('\u202E')
  expect(mail!.parsed.subject).toContain('Bcc: victim@guildhall.test <script>')
  expect(mail!.parsed.html).not.toContain('<script>')
  expect(mail!.parsed.html).not.toMatch(/href="https:\/\/pay-me/)
  expect(mail!.parsed.html).not.toContain('pay-me.example')
  expect(mail!.parsed.to).toMatchObject({ value: [{ address: ada.email }] })
  await changeMember(ada.uid, { displayName: 'Ada' })
  await changeMember(grace.uid, { displayName: 'Grace' })
})

test('an email is not sent if its reader blocked the other person before it was due', async () => {
  const { ada, rival, services } = fixture
  await rival.call('POST', '/api/connections', { body: { memberId: ada.uid, note: 'Hello' } })
  await services.notifications.notifications.idle()
  await ada.call('PUT', `/api/blocks/${rival.uid}`)
  expect(subjects(await fixture.sent(ada))).toEqual([])
})

test('no email is sent about a request that was already answered, or about an event that is over', async () => {
  const { ada, organiser, services, putEvent } = fixture
  await organiser.call('POST', '/api/connections', { body: { memberId: ada.uid, note: '' } })
  await services.notifications.notifications.idle()
  const [request] = (await services.notifications.notifications.list(ada.uid)).items
  const accepted = await ada.call('POST', `/api/connections/${request!.subject.id}/accept`)
  expect(accepted.statusCode).toBe(200)
  const past = await putEvent({ startsAt: inHours(-5), endsAt: inHours(-4) }, [ada.uid])
  await fixture.record({ topic: 'eventChanged', subject: { kind: 'event', id: past.id } })
  expect(subjects(await fixture.sent(ada))).toEqual([])
})

test('an organiser sees the delivery of an announcement, and a member does not', async () => {
  const { ada, grace, organiser, putEvent } = fixture
  const event = await putEvent({ startsAt: inHours(400), endsAt: inHours(401) }, [ada.uid, grace.uid])
  const path = `/api/events/${event.id}/announcements`
  const deliveryFor = async (who: typeof ada) =>
    (await who.call('GET', path)).json<{ items: Announcement[] }>().items[0]?.delivery
  await organiser.call('POST', path, { body: { text: 'Doors open at 7' } })
  await fixture.services.notifications.notifications.idle()
  expect(await deliveryFor(organiser)).toEqual({ emails: { queued: 2, sent: 0, failed: 0 } })
  const overview = (await fixture.admin.call('GET', '/api/admin/overview')).json<Overview>()
  expect(overview.emails).toEqual({ queued: 2, queuedSince: expect.any(String), setAside: [] })
  fixture.server.behave({ onText: (address) => (address === grace.email ? 550 : 'accept') })
  await fixture.sent()
  fixture.server.behave()
  expect(await deliveryFor(organiser)).toEqual({ emails: { queued: 0, sent: 1, failed: 1 } })
  expect(await deliveryFor(ada)).toBeUndefined()
})

/** Announces to Ada, and to others who are going; the mail server gets nothing yet. */
async function announce(text: string, others: readonly string[] = []) {
  const { ada, organiser, putEvent, services } = fixture
  const event = await putEvent({ title: 'Picnic', startsAt: inHours(500), endsAt: inHours(501) }, [
    ada.uid,
    ...others,
  ])
  await organiser.call('POST', `/api/events/${event.id}/announcements`, { body: { text } })
  await services.notifications.notifications.idle()
  return event
}

test('a block hides the text of an announcement only from the member who blocked its author', async () => {
  const { ada, grace, organiser } = fixture
  await ada.call('PUT', `/api/blocks/${organiser.uid}`)
  await organiser.call('PUT', `/api/blocks/${grace.uid}`)
  await announce('We moved to room B', [grace.uid])
  const [toBlocker] = await fixture.sent(ada)
  const [toBlocked] = await fixture.sent(grace)
  await ada.call('DELETE', `/api/blocks/${organiser.uid}`)
  await organiser.call('DELETE', `/api/blocks/${grace.uid}`)
  expect(toBlocker?.parsed.subject).toMatch(/^Announcement: Picnic, /)
  expect(toBlocker?.parsed.text).toContain('Someone you blocked sent an announcement.')
  expect(toBlocker?.raw).not.toContain('room B')
  expect(toBlocked?.parsed.text).toContain('We moved to room B')
  expect(toBlocked?.raw).not.toContain('Olga')
})

test('an announcement that waits is not sent once its author is suspended', async () => {
  const { ada, organiser, changeMember } = fixture
  await announce('We moved to room B')
  await changeMember(organiser.uid, { status: 'suspended' })
  const sent = await fixture.sent(ada)
  await changeMember(organiser.uid, { status: 'active' })
  expect(subjects(sent)).toEqual([])
})

test('a waiting announcement is not sent after its event is cancelled, but a later one is', async () => {
  const { ada, organiser, services } = fixture
  const event = await announce('We moved to room B')
  expect((await cancel(event)).statusCode).toBe(200)
  const body = { text: 'You get your money back' }
  await organiser.call('POST', `/api/events/${event.id}/announcements`, { body })
  await services.notifications.notifications.idle()
  const texts = (await fixture.sent(ada)).map(({ parsed }) => parsed.text).join('\n')
  expect(texts).not.toContain('room B')
  expect(texts).toContain('You get your money back')
})

test('an announcement that waits is not sent once its event is over', async () => {
  const { ada, store } = fixture
  const { id } = await announce('Doors open at 7')
  await store.transact(async (tx) =>
    putSeated(tx, { ...(await tx.get(events, id))!, startsAt: inHours(-3), endsAt: inHours(-2) }, [ada.uid]),
  )
  expect(subjects(await fixture.sent(ada))).toEqual([])
})

test('a member who left the event gets no more emails about it', async () => {
  const { ada, putEvent } = fixture
  const event = await putEvent({ startsAt: inHours(100), endsAt: inHours(101) }, [ada.uid])
  await fixture.record({
    topic: 'eventReminder',
    subject: { kind: 'event', id: event.id },
    data: { within: '24 hours' },
  })
  await ada.call('PUT', `/api/events/${event.id}/rsvp`, { body: { state: 'declined', guests: 0 } })
  expect(subjects(await fixture.sent(ada))).toEqual([])
})

test('emails are in the download without their text, and deleted with the account', async () => {
  const { ada, services } = fixture
  const all = await Array.fromAsync(services.notifications.emails.exportOf(ada.uid))
  expect(all.length).toBeGreaterThan(0)
  expect(Object.keys(all[0]!)).toEqual(['topic', 'at', 'state'])
  await services.notifications.emails.forget(ada.uid)
  const left = await Array.fromAsync(services.notifications.emails.exportOf(ada.uid))
  expect(left).toEqual([])
})

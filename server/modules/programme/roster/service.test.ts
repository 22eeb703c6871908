import { afterAll, beforeEach, describe, expect, test } from 'vitest'

import type { RosterPage, Turnout } from '#shared/programme/roster.ts'
import { MINUTE } from '#shared/lib/durations.ts'
import type { EventDocument } from '#server/modules/events/events/collection.ts'
import { inHours, startOrganiserFixture } from '#server/testing/fixtures/organiser-fixture.ts'

/** The organiser's event, starting in an hour; Ada and Grace are going. */
let event: EventDocument

const fixture = await startOrganiserFixture()
afterAll(() => fixture.close())
beforeEach(async () => {
  event = await fixture.putEvent({}, [fixture.ada.uid, fixture.grace.uid])
})

const at = (path: string, of = event) => `/api/events/${of.id}/${path}`
const rosterOf = async (query = '') =>
  (await fixture.organiser.call('GET', at(`roster${query}`))).json<RosterPage>()

describe('the turnout', () => {
  const turnout = async () => (await fixture.organiser.call('GET', at('turnout'))).json<Turnout>()

  test('an event without check-in counts everyone who was going', async () => {
    expect(await turnout()).toEqual({ came: 2, newConnections: 0 })
  })

  test('an event with check-in counts who came, no-shows and connections between those who came', async () => {
    const { grace } = fixture
    const checkIn = (uid: string) => fixture.putRsvp(event, uid, 'going', { checkedInAt: inHours(-1) })
    event = await fixture.putEvent({ startsAt: inHours(-2) }, [fixture.ada.uid, grace.uid])
    await fixture.ada.call('POST', '/api/connections', { body: { memberId: grace.uid, note: '' } })
    await grace.call('POST', '/api/connections', { body: { memberId: fixture.ada.uid, note: '' } })
    await checkIn(grace.uid)
    expect(await turnout()).toEqual({ came: 1, noShows: 1, newConnections: 0 })
    await checkIn(fixture.ada.uid)
    expect(await turnout()).toEqual({ came: 2, noShows: 0, newConnections: 1 })
    event = await fixture.putEvent({ startsAt: inHours(2) }, [fixture.ada.uid, grace.uid])
    expect((await turnout()).newConnections).toBe(0)
    expect((await fixture.rival.call('GET', at('turnout'))).statusCode).toBe(403)
  })
})

describe('the roster', () => {
  test('the roster lists and counts everyone by state and name', async () => {
    await fixture.putRsvp(event, 'nobody-1', 'declined')
    await fixture.putRsvp(event, 'nobody-2', 'maybe', { guests: 2 })
    await fixture.putRsvp(event, 'nobody-3', 'waitlisted', { ticket: 9 })
    await fixture.putRsvp(event, 'nobody-4', 'waitlisted', { ticket: 7 })
    await fixture.putRsvp(event, 'nobody-5', 'offered', { offerUntil: inHours(-1) })
    await fixture.putRsvp(event, 'nobody-6', 'offered', {
      guests: 1,
      offerUntil: '2999-01-01T00:00:00.000Z',
    })
    await fixture.putRsvp(event, fixture.grace.uid, 'going', { guests: 2, checkedInAt: inHours(-0.5) })
    const { items, counts, partySizes } = await rosterOf()
    expect(partySizes).toEqual([3, 1, 1, 0, 0, 0])
    expect(
      items.map(({ member: { displayName }, state, position }) => [displayName, state, position]),
    ).toEqual([
      ['Ada', 'going', undefined],
      ['Grace', 'going', undefined],
      ['Former member', 'maybe', undefined],
      ['Former member', 'waitlisted', 1],
      ['Former member', 'waitlisted', 2],
      ['Former member', 'offered', undefined],
      ['Former member', 'declined', undefined],
      ['Former member', 'declined', undefined],
    ])
    expect(items[5]).toMatchObject({ offerUntil: '2999-01-01T00:00:00.000Z' })
    expect(items.filter(({ lapsed }) => lapsed).map(({ member }) => member.id)).toEqual(['nobody-5'])
    expect(items.slice(3, 5).map(({ member }) => member.id)).toEqual(['nobody-4', 'nobody-3'])
    const people = { going: 2, maybe: 1, waitlisted: 2, offered: 1, requested: 0, declined: 2 }
    expect(counts).toEqual({ ...people, checkedIn: 1, noShow: 0, guests: 2, held: 2 })
  })

  test('filters by state, check-in and name leave the counts unchanged', async () => {
    await fixture.putRsvp(event, fixture.grace.uid, 'going', { checkedInAt: inHours(-0.5) })
    const names = async (query: string) =>
      (await rosterOf(query)).items.map(({ member }) => member.displayName)
    expect(await names('?filter=checkedIn')).toEqual(['Grace'])
    expect(await names('?filter=maybe')).toEqual([])
    expect(await names('?q=AD')).toEqual(['Ada'])
    expect(await names('?filter=going&q=gra')).toEqual(['Grace'])
    expect((await rosterOf('?filter=maybe')).counts.going).toBe(2)
  })

  test('former members are found by their label, and a search without words finds no one', async () => {
    await fixture.putRsvp(event, 'nobody', 'maybe')
    const former = await rosterOf('?q=form')
    expect(former.items.map(({ member }) => member.id)).toEqual(['nobody'])
    expect(await rosterOf('?q=--')).toMatchObject({ items: [], counts: { going: 2, maybe: 1 } })
  })

  test('a search shows each member’s actual place on the waitlist', async () => {
    await fixture.putRsvp(event, 'nobody', 'waitlisted', { ticket: 1 })
    await fixture.putRsvp(event, fixture.grace.uid, 'waitlisted', { ticket: 2 })
    expect((await rosterOf('?q=gra')).items.map(({ position }) => position)).toEqual([2])
  })

  test('the roster is sorted and searched by current names', async () => {
    await rosterOf()
    await fixture.changeMember(fixture.grace.uid, { displayName: 'Aaron' })
    fixture.advance(1_000)
    const named = async (query: string) =>
      (await rosterOf(query)).items.map(({ member }) => member.displayName)
    expect([await named(''), await named('?q=aar'), await named('?q=gra')]).toEqual([
      ['Aaron', 'Ada'],
      ['Aaron'],
      [],
    ])
    await fixture.changeMember(fixture.grace.uid, { displayName: 'Grace' })
    fixture.advance(1_000)
  })

  test('RSVPs through any replica are visible at once', async () => {
    await rosterOf()
    await fixture.putRsvp(event, 'nobody', 'going')
    await fixture.putRsvp(event, fixture.grace.uid, 'offered', { offerUntil: inHours(0.5) })
    const shown = async () => {
      const { items, counts } = await rosterOf()
      return [...items.map(({ member, state }) => `${member.displayName}: ${state}`), counts.going]
    }
    expect(await shown()).toEqual(['Ada: going', 'Former member: going', 'Grace: offered', 2])
    fixture.advance(40 * MINUTE)
    expect(await shown()).toEqual(['Ada: going', 'Former member: going', 'Grace: declined', 2])
    expect(await rosterOf('?filter=offered')).toMatchObject({ items: [], counts: { declined: 1 } })
  })

  test('pages list everyone once', async () => {
    const ids = Array.from({ length: 205 }, (_, index) => `attendee-${index}`)
    event = await fixture.putEvent({}, ids)
    const seen: string[] = []
    let page = await rosterOf()
    for (;;) {
      seen.push(...page.items.map(({ member }) => member.id))
      if (!page.next) break
      page = await rosterOf(`?cursor=${encodeURIComponent(page.next)}`)
    }
    expect(seen).toHaveLength(205)
    expect(new Set(seen)).toEqual(new Set(ids))
  })

  test('a cursor is refused for another event, filter or search', async () => {
    const people = (prefix: string) => Array.from({ length: 105 }, (_, index) => `${prefix}-${index}`)
    const other = await fixture.putEvent({}, people('other'))
    event = await fixture.putEvent({}, people('attendee'))
    const { next = '' } = await rosterOf()
    const statusOf = async (url: string) => {
      const query = `${url.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(next)}`
      return (await fixture.organiser.call('GET', `${url}${query}`)).statusCode
    }
    expect(await statusOf(at('roster'))).toBe(200)
    for (const url of [at('roster?filter=going'), at('roster?q=a'), at('roster', other)]) {
      expect([url, await statusOf(url)]).toEqual([url, 400])
    }
  })

  test('a made-up cursor is refused', async () => {
    const answer = await fixture.organiser.call('GET', at('roster?cursor=made-up'))
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([400, 'bad_cursor'])
  })

  test('a completed event counts no-shows only if someone was checked in', async () => {
    event = await fixture.putEvent({ status: 'completed', startsAt: inHours(-4) }, [
      fixture.ada.uid,
      fixture.grace.uid,
    ])
    expect((await rosterOf()).counts.noShow).toBe(0)
    await fixture.putRsvp(event, fixture.ada.uid, 'going', { checkedInAt: inHours(-3) })
    const { items, counts } = await rosterOf('?filter=noShow')
    expect(items.map(({ member, noShow }) => [member.id, noShow])).toEqual([[fixture.grace.uid, true]])
    expect(counts.noShow).toBe(1)
  })

  test('members who blocked or were blocked by the organiser are listed', async () => {
    await fixture.organiser.call('PUT', `/api/blocks/${fixture.ada.uid}`)
    await fixture.grace.call('PUT', `/api/blocks/${fixture.organiser.uid}`)
    await fixture.putRsvp(event, 'gone', 'maybe')
    const { items } = await rosterOf()
    expect(items.map(({ member, hasProfile }) => [member.displayName, hasProfile])).toEqual([
      ['Ada', true],
      ['Grace', false],
      ['Former member', false],
    ])
    await fixture.ada.call('PUT', `/api/blocks/${fixture.organiser.uid}`)
    expect((await rosterOf('?q=ada')).items.map(({ hasProfile }) => hasProfile)).toEqual([false])
    await fixture.ada.call('DELETE', `/api/blocks/${fixture.organiser.uid}`)
    await fixture.organiser.call('DELETE', `/api/blocks/${fixture.ada.uid}`)
    await fixture.grace.call('DELETE', `/api/blocks/${fixture.organiser.uid}`)
  })

  test('email and phone are left out', async () => {
    await fixture.changeMember(fixture.ada.uid, { phone: '+41 44 000 00 00' })
    const { body } = await fixture.organiser.call('GET', at('roster'))
    expect(body).not.toContain(fixture.ada.email)
    expect(body).not.toContain('+41')
  })
})

describe('the roster as CSV', () => {
  test('times are in the zone of the event', async () => {
    event = await fixture.putEvent({ title: 'Lunch', timeZone: 'Asia/Kathmandu' })
    await fixture.putRsvp(event, fixture.ada.uid, 'going', {
      guests: 1,
      checkedInAt: '2026-01-03T00:30:00.000Z',
    })
    await fixture.putRsvp(event, 'gone', 'waitlisted', { ticket: 1 })
    const answer = await fixture.organiser.call('GET', at('roster.csv'))
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(answer.headers['content-disposition']).toContain('filename="Lunch.csv"')
    expect(answer.body).toBe(
      '\ufeffName,Company,RSVP,Guests,Waitlist position,RSVP time (Asia/Kathmandu),Checked in (Asia/Kathmandu),No-show\r\n' +
        'Ada,,Going,1,,2026-01-02 15:45,2026-01-03 06:15,\r\n' +
        'Former member,,On the waitlist,0,1,2026-01-02 15:45,,\r\n',
    )
  })

  test('a formula in a name is not executed', async () => {
    await fixture.changeMember(fixture.ada.uid, { displayName: '=cmd|calc', company: '"@SUM(A1)\r\n' })
    const { body } = await fixture.organiser.call('GET', at('roster.csv'))
    await fixture.changeMember(fixture.ada.uid, { displayName: 'Ada', company: '' })
    expect(body).toContain(`\r\n'=cmd|calc,"'""@SUM(A1)\r\n",Going`)
  })

  test('an export is audited', async () => {
    await fixture.organiser.call('GET', at('roster.csv'))
    const { body } = await fixture.admin.call('GET', '/api/admin/audit')
    expect(body).toContain('event.roster_exported')
  })
})

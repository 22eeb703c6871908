import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { OwnProfile } from '#shared/people/members.ts'
import type { ConnectionDetails } from '#shared/meetings/connection.ts'
import { DELETION_DELAY } from '#shared/people/membership.ts'
import { DAY, MINUTE } from '#shared/lib/durations.ts'
import { collections } from '#server/collections.ts'
import { auditEntries } from '#server/modules/operations/audit/collection.ts'
import { events } from '#server/modules/events/events/collection.ts'
import { members } from '#server/modules/people/members/collection.ts'
import { sessions } from '#server/modules/accounts/sessions/collection.ts'
import { allOf } from '#server/store/all-of.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { eventDocument, putSeated } from '#server/testing/fixtures/events.ts'
import { profileEdit } from '#server/testing/fixtures/profiles.ts'
import { setStatus } from '#server/testing/fixtures/member-status.ts'
import { picture } from '#server/testing/fixtures/webp.ts'

type Person = Awaited<ReturnType<TestApp['member']>>
let ada: Person
let grace: Person
let photo: string
let connectionId: string

const running = await startTestApp()
beforeAll(async () => {
  ;[ada, grace] = [await running.member(), await running.member()]
  await giveTraces()
})
afterAll(() => running.close())

const PROFILE = {
  ...profileEdit,
  displayName: 'Trace of Ada',
  headline: 'Trace of a headline',
  bio: 'Trace of a life',
  asks: ['Trace of an ask'],
  address: { address_line1: '1 Trace Street' },
  links: ['https://trace.example/ada'],
  phone: '+44 20 7946 0000',
}

async function save(person: Person, edit: typeof profileEdit) {
  const { version } = (await person.call('GET', '/api/me')).json<OwnProfile>()
  const headers = { 'if-match': `"${version}"` }
  expect((await person.call('PUT', '/api/me', { body: edit, headers })).statusCode).toBe(200)
}

/** Creates data of Ada's in every collection that can contain it. */
async function giveTraces() {
  const ok = async (answer: ReturnType<Person['call']>) => {
    const { statusCode, body } = await answer
    expect([statusCode, body]).toEqual([expect.toSatisfy((status: number) => status < 300), body])
    return body ? (JSON.parse(body) as Record<string, string>) : {}
  }
  const upload = { body: picture(1), headers: { 'content-type': 'image/webp' } }
  photo = (await ok(ada.call('POST', '/api/images?kind=photo', upload)))['id'] ?? ''
  await save(ada, { ...PROFILE, photo })
  await save(grace, { ...profileEdit, displayName: 'Grace', phone: '+1 202 555 0199' })
  const request = { memberId: grace.uid, note: 'Trace of a request' }
  connectionId = (await ok(ada.call('POST', '/api/connections', { body: request })))['connectionId'] ?? ''
  await ok(grace.call('POST', `/api/connections/${connectionId}/accept`))
  const noteOf = (text: string) => ({ body: { text }, headers: { 'if-match': '"0"' } })
  await ok(ada.call('PUT', `/api/connections/${connectionId}/note`, noteOf('Trace of a note on Grace')))
  await ok(grace.call('PUT', `/api/connections/${connectionId}/note`, noteOf('What Grace thinks of Ada')))
  await ok(ada.call('PUT', `/api/blocks/${(await running.member()).uid}`))
  await running.store.transact(async (tx) => {
    tx.put(events, eventDocument('soon'))
    const arrival = { checkedInAt: '2026-01-01T00:00:00.000Z', checkedInBy: ada.uid }
    putSeated(tx, eventDocument('past'), [grace.uid], arrival)
    tx.put(events, eventDocument('hosted', { hosts: [ada.uid, grace.uid], createdBy: ada.uid }))
  })
  await ok(ada.call('PUT', '/api/events/soon/rsvp', { body: { state: 'going', guests: 0 } }))
  await ok(ada.call('POST', '/api/calendar-feed'))
}

/** All stored documents, as text. */
const everything = async () => {
  const all = await Promise.all(collections.map((collection) => allOf(running.store, collection, {})))
  return JSON.stringify(all)
}

describe('an export', () => {
  test('an export contains all of the member’s data, as a file to save', async () => {
    const answer = await ada.call('POST', '/api/account/export')
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': 'attachment; filename="my-data.json"',
      'cache-control': 'no-store',
    })
    const own = answer.json<Record<string, object[]> & { profile: object }>()
    const { asks: _asks, ...profile } = PROFILE
    expect(own.profile).toMatchObject({ ...profile, photo, email: ada.email })
    expect(own.profile).toHaveProperty(['asks', 0, 'text'], 'Trace of an ask')
    expect(own['images']).toMatchObject([{ id: photo, base64: picture(1).toString('base64') }])
    expect(own['connections']).toMatchObject([
      { memberId: grace.uid, state: 'connected', note: 'Trace of a request' },
    ])
    expect(own['recentRequests']).toEqual([expect.stringMatching(/^\d{4}-/)])
    expect(own['privateNotes']).toMatchObject([{ text: 'Trace of a note on Grace' }])
    expect(own['blockedMembers']).toHaveLength(1)
    const going = { event: 'soon', state: 'going', guests: 0, answeredAt: expect.any(String) }
    expect(own['rsvps']).toEqual([going])
    expect(own['checkIns']).toEqual([{ event: 'past', member: grace.uid, checkedInAt: expect.any(String) }])
    expect(own['events']).toMatchObject([{ id: 'hosted' }])
    expect(own['sessions']).toMatchObject([{ live: true }])
    expect(own['auditLog']?.[0]).toMatchObject({ action: 'member.joined' })
  })

  test('an export names other people only by their ids', async () => {
    const { body } = await ada.call('POST', '/api/account/export')
    for (const secret of [grace.email, '+1 202 555 0199', 'What Grace thinks of Ada']) {
      expect(body).not.toContain(secret)
    }
    expect((await grace.call('POST', '/api/account/export')).body).not.toContain('Trace of a note on Grace')
  })

  test('an export lists what others did to the member without naming them', async () => {
    await running.store.transact(async (tx) => {
      const fact = {
        action: 'member.suspended',
        actor: 'admin-1',
        target: ada.uid,
        reason: 'spam',
      }
      tx.create(auditEntries, { id: 'by-admin', at: '2026-01-01T00:00:00.000Z', ...fact })
    })
    const { body } = await ada.call('POST', '/api/account/export')
    expect(JSON.parse(body)).toHaveProperty(
      'auditLog',
      expect.arrayContaining([
        { at: '2026-01-01T00:00:00.000Z', action: 'member.suspended', reason: 'spam' },
      ]),
    )
    expect(body).not.toContain('admin-1')
  })

  test('an export does not reveal who blocked the member', async () => {
    const blocked = await running.member()
    await grace.call('PUT', `/api/blocks/${blocked.uid}`)
    expect((await blocked.call('POST', '/api/account/export')).body).not.toContain(grace.uid)
  })
})

describe('requesting an export or a deletion', () => {
  test.for(['/api/account/export', '/api/account/deletion'])(
    'a request for %s needs a recent sign-in, and changes nothing without one',
    async (url) => {
      const app = await startTestApp()
      const person = await app.member()
      app.advance(301_000)
      const answer = await person.call('POST', url)
      expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([403, 'reauth_required'])
      expect((await person.call('GET', '/api/me')).json()).not.toHaveProperty('deletionDueAt')
      await app.close()
    },
  )

  test('cancelling a deletion needs no recent sign-in', async () => {
    const app = await startTestApp()
    const person = await app.member()
    const answer = await person.call('POST', '/api/account/deletion')
    const { deletionDueAt } = answer.json<{ deletionDueAt: string }>()
    expect(Math.abs(Date.parse(deletionDueAt) - Date.now() - DELETION_DELAY)).toBeLessThan(60_000)
    app.advance(DAY)
    expect((await person.call('GET', '/api/me')).json()).toMatchObject({ deletionDueAt })
    for (let times = 0; times < 2; times += 1) {
      expect((await person.call('DELETE', '/api/account/deletion')).statusCode).toBe(204)
    }
    expect((await person.call('GET', '/api/me')).json()).not.toHaveProperty('deletionDueAt')
    await app.close()
  })

  test.for(['suspended', 'pending'] as const)(
    'a member who is %s can request an export and a deletion',
    async (status) => {
      const app = await startTestApp()
      const person = await app.member()
      await setStatus(app.store, person.uid, status)
      app.advance(31_000)
      expect((await person.call('POST', '/api/account/export')).json()).toMatchObject({ profile: { status } })
      const asked = (await person.call('POST', '/api/account/deletion')).json<object>()
      expect((await person.call('GET', '/api/me')).json()).toMatchObject({ status, ...asked })
      expect((await person.call('DELETE', '/api/account/deletion')).statusCode).toBe(204)
      const { auditLog } = (await person.call('POST', '/api/account/export')).json<{
        auditLog: { action: string }[]
      }>()
      expect(auditLog.map(({ action }) => action)).toEqual([
        'member.joined',
        'session.exchanged',
        'member.data_exported',
        'member.deletion_requested',
        'member.deletion_cancelled',
        'member.data_exported',
      ])
      app.advance(301_000)
      expect((await person.call('POST', '/api/account/export')).json()).toMatchObject({
        code: 'reauth_required',
      })
      await app.close()
    },
  )

  test('visitors cannot request an export or a deletion', async () => {
    expect((await running.visitor('POST', '/api/account/export')).statusCode).toBe(401)
    expect((await running.visitor('DELETE', '/api/account/deletion')).statusCode).toBe(401)
  })
})

describe('a completed deletion', () => {
  beforeAll(async () => {
    await ada.call('POST', '/api/account/deletion')
    await running.store.transact(async (tx) => {
      const member = await tx.get(members, ada.uid)
      if (member) tx.put(members, { ...member, deletionDueAt: new Date().toISOString() })
    })
    await running.services.accounts.accountData.deleteDueAccounts()
  })

  test('a completed deletion ends the member’s access at once on every device', async () => {
    const answer = await ada.call('GET', '/api/me')
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([403, 'member_former'])
  })

  test('a completed deletion leaves nothing that identifies the member in any collection', async () => {
    running.advance(MINUTE)
    await running.services.accounts.accountData.deleteDueAccounts()
    const left = await everything()
    for (const trace of ['Trace', 'trace', ada.email, PROFILE.phone, photo, 'What Grace thinks']) {
      expect(left).not.toContain(trace)
    }
    expect(left).toContain('member.deleted')
    expect(await running.store.count(sessions, { where: { uid: ada.uid, live: false } })).toBe(0)
  })

  test('a completed deletion ends the sessions and removes the sign-in account', async () => {
    expect((await ada.call('GET', '/api/me')).statusCode).toBe(401)
    await expect(running.emulator.signIn(ada.email, 'correct horse')).rejects.toThrow(
      /EMAIL_NOT_FOUND|INVALID/,
    )
    expect((await grace.call('GET', `/api/members/${ada.uid}`)).statusCode).toBe(404)
    expect((await grace.call('GET', `/images/${photo}`)).statusCode).toBe(404)
    const connection = await grace.call('GET', `/api/connections/${connectionId}`)
    expect(connection.json<ConnectionDetails>().member.displayName).toBe('Former member')
  })

  test('a deleted member can sign up again with the same address as a new member', async () => {
    const again = await running.member({ email: ada.email })
    expect(again.uid).not.toBe(ada.uid)
    expect((await again.call('GET', '/api/me')).json()).toMatchObject({ version: 1, displayName: '' })
  })
})

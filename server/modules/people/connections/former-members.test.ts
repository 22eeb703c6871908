import { afterAll, beforeEach, expect, test } from 'vitest'

import type { Connection, Relationship } from '#shared/people/connections.ts'
import type { ConnectionDetails } from '#shared/meetings/connection.ts'
import type { Page } from '#shared/lib/page.ts'
import { MINUTE } from '#shared/lib/durations.ts'
import { members } from '#server/modules/people/members/collection.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'

import { connections } from './collection.ts'

type Person = Awaited<ReturnType<TestApp['member']>>

let ada: Person
let grace: Person
const running = await startTestApp()
afterAll(() => running.close())
beforeEach(async () => {
  ada = await running.member()
  grace = await running.member()
})

const ask = (person: Person, memberId: string, note = 'Hello') =>
  person.call('POST', '/api/connections', { body: { memberId, note } })
const list = async (person: Person, name: string) =>
  (await person.call('GET', `/api/connections?list=${name}`)).json<Page<Connection>>().items
const relationshipWith = async (person: Person, memberId: string) =>
  (await person.call('GET', `/api/connections/with/${memberId}`)).json<Relationship>()

async function connect(one: Person, other: Person) {
  await ask(one, other.uid)
  return (await ask(other, one.uid, '')).json<Relationship>().connectionId!
}

/** Runs all steps of a deletion that is due now. */
async function deleteAccount({ uid, call }: Person) {
  await call('POST', '/api/account/deletion')
  await running.store.transact(async (tx) => {
    const member = await tx.get(members, uid)
    if (member) tx.put(members, { ...member, deletionDueAt: new Date(0).toISOString() })
  })
  await running.services.accounts.accountData.deleteDueAccounts()
  running.advance(MINUTE)
  await running.services.accounts.accountData.deleteDueAccounts()
}

test('a connection stays in the list after the other deleted the account, as “Former member”', async () => {
  const id = await connect(grace, ada)
  await deleteAccount(grace)
  expect(await list(ada, 'accepted')).toMatchObject([
    { id, member: { id: grace.uid, displayName: 'Former member', former: true } },
  ])
  expect((await ada.call('GET', '/api/connections/counts')).json()).toMatchObject({ accepted: 1 })
  expect(await relationshipWith(ada, grace.uid)).toMatchObject({ state: 'connected', connectionId: id })
  const details = (await ada.call('GET', `/api/connections/${id}`)).json<ConnectionDetails>()
  expect(details.member).toEqual({ id: grace.uid, displayName: 'Former member', former: true })
  expect((await ada.call('GET', `/api/connections/${id}/note`)).statusCode).toBe(404)
  expect(await running.store.get(connections, id)).toMatchObject({ requester: grace.uid, note: '' })

  await ada.call('POST', `/api/connections/${id}/remove`)
  expect(await list(ada, 'accepted')).toEqual([])
  await ada.call('POST', `/api/connections/${id}/undo`)
  expect(await list(ada, 'accepted')).toHaveLength(1)
  await deleteAccount(ada)
  expect((await running.services.people.connections.lists.list(ada.uid, { list: 'accepted' })).items).toEqual(
    [],
  )
})

test('requests by a former member are deleted, and requests to one are still listed as sent', async () => {
  const lin = await running.member()
  await ask(grace, ada.uid)
  await ask(lin, grace.uid)
  await deleteAccount(grace)
  expect([await list(ada, 'received'), (await relationshipWith(ada, grace.uid)).state]).toEqual([[], 'none'])
  expect(await list(lin, 'sent')).toMatchObject([{ member: { displayName: 'Former member' } }])
})

test('former members are not counted as mutual connections', async () => {
  const lin = await running.member()
  const id = await connect(ada, grace)
  for (const person of [ada, grace]) await connect(person, lin)
  await deleteAccount(lin)
  const details = (await ada.call('GET', `/api/connections/${id}`)).json<ConnectionDetails>()
  expect(details.mutual).toEqual({ items: [], total: 0 })
})

test('the responses to a request to a blocker and to a former member differ only in the name', async () => {
  const [blocker, former] = [grace, await running.member()]
  await blocker.call('PUT', `/api/blocks/${ada.uid}`)
  await deleteAccount(former)
  const answersFor = async ({ uid }: Person) => {
    const asked = await ask(ada, uid)
    const connectionId = asked.json<Relationship>().connectionId ?? ''
    const command = (verb: string) => ada.call('POST', `/api/connections/${connectionId}/${verb}`)
    const answers = [
      await ada.call('GET', `/api/members/${uid}`),
      asked,
      await ask(ada, uid),
      await ask(ada, uid, 'Again'),
      await ada.call('GET', `/api/connections/with/${uid}`),
      await ada.call('GET', `/api/connections/${connectionId}`),
      await ada.call('GET', '/api/connections/counts'),
      await command('accept'),
      await command('decline'),
      await command('remove'),
      await command('withdraw'),
      await command('undo'),
      await command('withdraw'),
      await ask(ada, uid),
    ]
    return answers.map(({ statusCode, body }) => [
      statusCode,
      body
        .replaceAll(connectionId, 'id')
        .replaceAll(uid, 'member')
        .replaceAll(/"\d{4}-[^"]+Z"/g, '"time"')
        .replaceAll(/"(requestId|shortCode)":"[^"]+"/g, ''),
    ])
  }
  expect(await answersFor(former)).toEqual(await answersFor(blocker))
})

import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { DEFAULT_VISIBILITY } from '#shared/people/profile.ts'
import { MINUTE } from '#shared/lib/durations.ts'
import { blocks } from '#server/modules/people/blocks/collection.ts'
import { connections } from '#server/modules/people/connections/collection.ts'
import { accept, sendRequest } from '#server/modules/people/connections/connection-state.ts'
import type { MemberDocument } from '#server/modules/people/members/collection.ts'
import { joinedId } from '#server/store/joined-id.ts'
import { eventDocument, putSeated } from '#server/testing/fixtures/events.ts'
import {
  type SuggestionFixture,
  createSuggestionFixture,
  topic,
} from '#server/testing/fixtures/suggestion-fixture.ts'

let fixture: SuggestionFixture
beforeEach(async () => {
  fixture = await createSuggestionFixture()
})
afterEach(() => fixture.close())

describe('members who are not suggested', () => {
  const ada = { id: 'ada', displayName: 'Ada', keywords: ['chess'] }
  beforeEach(async () => {
    await fixture.viewerIs({ keywords: ['Chess'] })
    await fixture.join(ada)
  })

  test.each<[string, Partial<MemberDocument>]>([
    ['who hides from the directory', { directoryHidden: true }],
    ['who is suspended', { status: 'suspended' }],
    ['who has left', { status: 'former' }],
    ['who is not admitted yet', { status: 'pending' }],
    ['who is about to leave', { deletionDueAt: '2999-01-01T00:00:00.000Z' }],
    ['for what only connections may see', { visibility: { ...DEFAULT_VISIBILITY, keywords: 'connections' } }],
  ])('no one is suggested %s', async (_, more) => {
    expect(await fixture.names()).toEqual(['Ada'])
    await fixture.join({ ...ada, ...more })
    expect(await fixture.suggestions()).toEqual([])
  })

  test('no one is suggested for an ask that has expired', async () => {
    await fixture.viewerIs({ offers: [topic('Beehives')] })
    const expiresAt = new Date(Date.now() + MINUTE).toISOString()
    await fixture.join({ ...ada, asks: [{ ...topic('Beehives'), expiresAt }] })
    expect(await fixture.names()).toEqual(['Ada'])
    fixture.pass(61_000)
    expect(await fixture.suggestions()).toEqual([])
  })

  test('no one is suggested after a dismissal, until that is undone; dismissing is idempotent', async () => {
    for (const _ of [1, 2]) {
      expect((await fixture.viewer.call('PUT', '/api/suggestions/ada/dismissal')).statusCode).toBe(204)
    }
    expect(await fixture.suggestions()).toEqual([])
    for (const _ of [1, 2]) {
      expect((await fixture.viewer.call('DELETE', '/api/suggestions/ada/dismissal')).statusCode).toBe(204)
    }
    expect(await fixture.names()).toEqual(['Ada'])
  })

  test('no one is suggested who blocked the viewer or is blocked by them', async () => {
    const other = await fixture.running.member()
    await fixture.join({ ...ada, status: 'suspended' }, { ...ada, id: other.uid, displayName: 'Other' })
    expect(await fixture.names()).toEqual(['Other'])
    await other.call('PUT', `/api/blocks/${fixture.viewer.uid}`)
    expect(await fixture.suggestions()).toEqual([])
    await other.call('DELETE', `/api/blocks/${fixture.viewer.uid}`)
    expect(await fixture.names()).toEqual(['Other'])
    await fixture.viewer.call('PUT', `/api/blocks/${other.uid}`)
    expect(await fixture.suggestions()).toEqual([])
  })

  test('no one is suggested who already has a request from the viewer', async () => {
    expect(await fixture.names()).toEqual(['Ada'])
    await fixture.viewer.call('POST', '/api/connections', { body: { memberId: 'ada', note: '' } })
    expect(await fixture.suggestions()).toEqual([])
  })
})

test('members with shared events and connections are suggested only if they are open to a request', async () => {
  const own = fixture.viewer.uid
  const accountRecords: Record<string, Partial<MemberDocument>> = {
    former: { status: 'former', displayName: '' },
    suspended: { status: 'suspended' },
    pending: { status: 'pending' },
    leaving: { deletionDueAt: '2999-01-01T00:00:00.000Z' },
    unlisted: { directoryHidden: true },
  }
  const relationships = ['connected', 'asked', 'asking', 'blocked', 'blocking', 'dismissed']
  const everyone = [...Object.keys(accountRecords), ...relationships, 'stays']
  await fixture.viewerIs({ keywords: ['chess'] })
  await fixture.join(
    ...everyone.map((id) => ({ id, displayName: id, keywords: ['chess'], ...accountRecords[id] })),
  )

  const now = Date.now()
  const request = (actor: string, other: string) =>
    sendRequest(undefined, { actor, receiver: other, note: '', now })
  const connected = (one: string, other: string) => accept(request(one, other), { actor: other, now })
  const block = (blocker: string, blocked: string) => ({
    id: joinedId(blocker, blocked),
    blocker,
    blocked,
    blockedAt: new Date(now).toISOString(),
  })
  await fixture.running.store.transact(async (tx) => {
    const startsAt = new Date(now - 60_000).toISOString()
    putSeated(tx, eventDocument('supper', { title: 'Harvest Supper', startsAt }), [own, ...everyone])
    tx.put(connections, connected(own, 'connected'))
    tx.put(connections, connected(own, 'suspended'))
    tx.put(connections, connected('suspended', 'stays'))
    for (const id of everyone) if (id !== 'connected') tx.put(connections, connected('connected', id))
    tx.put(connections, request(own, 'asked'))
    tx.put(connections, request('asking', own))
    tx.put(blocks, block(own, 'blocked'))
    tx.put(blocks, block('blocking', own))
  })
  await fixture.viewer.call('PUT', '/api/suggestions/dismissed/dismissal')

  expect(await fixture.suggestions()).toEqual([
    {
      member: { id: 'stays', displayName: 'stays' },
      reasons: [
        'You both went to Harvest Supper.',
        'You have 1 connection in common.',
        'You share the keyword chess.',
      ],
    },
  ])
})

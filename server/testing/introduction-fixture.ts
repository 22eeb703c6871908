import { randomUUID } from 'node:crypto'

import type { Introduction } from '#shared/connections.ts'
import { type MemberDocument, members } from '#server/features/members/collection.ts'

import { startTestApp } from './app.ts'
import { profileEdit } from './profiles.ts'

/** An ask or offer. */
export const topic = (text: string) => ({ id: randomUUID(), text, expiresAt: '2999-01-01T00:00:00.000Z' })

export type IntroductionFixture = Awaited<ReturnType<typeof createIntroductionFixture>>

/** A server, someone who is introduced to others there, and others who join as they are described. */
export async function createIntroductionFixture() {
  const running = await startTestApp()
  const viewer = await running.member()
  let ahead = 0

  function pass(milliseconds: number) {
    ahead += milliseconds
    running.advance(milliseconds)
  }

  /** Written straight into the store, as another process does, and seen after a second. */
  async function join(...people: Partial<MemberDocument>[]) {
    const changedAt = new Date(Date.now() + ahead).toISOString()
    await running.store.transact(async (tx) => {
      for (const more of people) {
        tx.put(members, {
          ...profileEdit,
          id: randomUUID(),
          version: 1,
          changedAt,
          email: '',
          role: 'member',
          status: 'active',
          joinedAt: changedAt,
          onboardedAt: changedAt,
          keywords: [],
          address: {},
          industry: '',
          asks: [],
          offers: [],
          ...more,
        })
      }
    })
    pass(1_000)
  }

  const introductions = async () =>
    (await viewer.call('GET', '/api/introductions')).json<{ items: Introduction[] }>().items

  return {
    running,
    viewer,
    pass,
    join,
    viewerIs: (more: Partial<MemberDocument>) => join({ id: viewer.uid, displayName: 'Viewer', ...more }),
    introductions,
    names: async () => (await introductions()).map(({ member }) => member.displayName),
    close: running.close,
  }
}

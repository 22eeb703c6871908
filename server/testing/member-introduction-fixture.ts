import { randomUUID } from 'node:crypto'

import type { Relationship } from '#shared/connections.ts'
import type { MadeIntroduction, MemberIntroductions } from '#shared/member-introductions.ts'
import { memberIntroductions } from '#server/features/member-introductions/collection.ts'

import { startTestApp, type TestApp } from './app.ts'

export type Person = Awaited<ReturnType<TestApp['member']>>

/** A server, and what people do there about introductions. */
export async function createMemberIntroductionFixture() {
  const running = await startTestApp({ liftRateLimits: true })

  async function connect(one: Person, other: Person) {
    await one.call('POST', '/api/connections', { body: { memberId: other.uid, note: '' } })
    await other.call('POST', '/api/connections', { body: { memberId: one.uid, note: '' } })
  }

  return {
    running,
    connect,

    /** Ben and Cleo do not know each other, and both know Ada. */
    async people() {
      const [ada, ben, cleo] = await Promise.all([running.member(), running.member(), running.member()])
      await Promise.all([connect(ada, ben), connect(ada, cleo)])
      return { ada, ben, cleo }
    },

    introduce: (
      by: Person,
      people: readonly Person[],
      { reason = 'You both print', key = randomUUID() }: { reason?: string; key?: string } = {},
    ) =>
      by.call('POST', '/api/member-introductions', {
        body: { people: people.map(({ uid }) => uid), reason },
        headers: { 'idempotency-key': key },
      }),

    /** Resolves to its id. */
    async introduced(by: Person, people: readonly Person[]) {
      const body = { people: people.map(({ uid }) => uid), reason: 'You both print' }
      const answer = await by.call('POST', '/api/member-introductions', { body })
      if (answer.statusCode !== 201) throw new Error(`Not introduced: ${answer.body}`)
      return answer.json<MadeIntroduction>().id
    },

    /** What the person was notified of about introductions, the latest first. */
    async news({ uid }: Person) {
      const { notifications } = running.services
      await notifications.idle()
      const { items } = await notifications.list(uid)
      return items.flatMap(({ topic, text }) => (topic === 'introduction' ? text : []))
    },

    list: async ({ call }: Person) =>
      (await call('GET', '/api/member-introductions')).json<MemberIntroductions>(),
    accept: ({ call }: Person, id: string) => call('POST', `/api/member-introductions/${id}/accept`),
    decline: ({ call }: Person, id: string) => call('POST', `/api/member-introductions/${id}/decline`),

    relation: async ({ call }: Person, { uid }: Person) =>
      (await call('GET', `/api/connections/with/${uid}`)).json<Relationship>().state,

    codeOf: (answer: Awaited<ReturnType<Person['call']>>) => [
      answer.statusCode,
      answer.json<{ code: string }>().code,
    ],

    /** As if it had been made some time ago: the clock of a session cannot go so far ahead. */
    age: (id: string, milliseconds: number) =>
      running.store.transact(async (tx) => {
        const introduction = (await tx.get(memberIntroductions, id))!
        const back = (at: string) => new Date(Date.parse(at) - milliseconds).toISOString()
        const { introducedAt, connectedAt } = introduction
        tx.put(memberIntroductions, {
          ...introduction,
          introducedAt: back(introducedAt),
          ...(connectedAt && { connectedAt: back(connectedAt) }),
        })
      }),

    close: running.close,
  }
}

export type MemberIntroductionFixture = Awaited<ReturnType<typeof createMemberIntroductionFixture>>

import { randomUUID } from 'node:crypto'

import type { OwnPrestige, ConfirmedPage } from '#shared/prestige.ts'
import type { AwardKind } from '#shared/prestige-rules.ts'
import { createAwards } from '#server/features/prestige/awards.ts'

import { inHours, startOrganiserFixture } from './organiser-fixture.ts'

export type Person = PrestigeFixture['ada']
type PrestigeFixture = Awaited<ReturnType<typeof startOrganiserFixture>>

const HOURS = 24

/** The application with an admin and members, some of whom confirm what others did. */
export async function startPrestigeFixture() {
  const fixture = await startOrganiserFixture()
  const { award: write } = createAwards({ clock: fixture.clock, newId: randomUUID })

  async function award(member: string, kind: AwardKind, daysAgo: number, ...confirmedBy: string[]) {
    const source = `meeting:${randomUUID()}`
    const at = inHours(-daysAgo * HOURS)
    const earned = { kind, member, source, confirmedBy, at, subject: 'Printers' }
    await fixture.store.transact((tx) => write(tx, earned))
  }

  return {
    ...fixture,
    award,

    async person(displayName: string, more: object = {}): Promise<Person> {
      const made = await fixture.member()
      await fixture.changeMember(made.uid, { displayName, onboardedAt: inHours(-1), ...more })
      return made
    },

    /** 60 points by four people. */
    async earnBronze(member: string) {
      for (const [week, name] of ['w', 'x', 'y', 'z'].entries()) {
        await award(member, 'referral', 1 + week * 7, `${name}-${member}`)
      }
    },

    /** As the scheduled job does. */
    async calculate() {
      fixture.advance(60_000)
      await fixture.services.prestige.calculateDue()
    },

    own: async ({ call }: Person, query = '') =>
      (await call('GET', `/api/prestige${query}`)).json<OwnPrestige>(),
    confirmedBy: async ({ call }: Person) =>
      (await call('GET', '/api/prestige/confirmed')).json<ConfirmedPage>().items,
    dispute: ({ call }: Person, entryId: string, reason = 'That was not us.') =>
      call('POST', `/api/prestige/entries/${entryId}/dispute`, { body: { reason } }),
    share: ({ call }: Person, listed: boolean, visibility = 'members') =>
      call('PUT', '/api/prestige/listing', { body: { listed, visibility } }),
  }
}

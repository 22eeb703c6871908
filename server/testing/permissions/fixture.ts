import { createSmtpMailer } from '#server/mail/smtp.ts'
import { startOrganiserFixture } from '#server/testing/organiser-fixture.ts'

/** Answers to those who may call no command of organisers or admins, whatever it is and whatever it is about. */
export const OUTSIDERS = {
  visitor: '401 session_required',
  unverified: '403 email_unverified',
  pending: '403 member_pending',
  suspended: '403 member_suspended',
  declined: '403 member_declined',
  former: '403 member_former',
  member: '403 role_required',
} as const
type Outsider = keyof typeof OUTSIDERS

/** `organiser`: of the event that a command is about. `rival`: of others only. */
export const INSIDERS = ['rival', 'organiser', 'admin'] as const
export type Insider = (typeof INSIDERS)[number]

export type PermissionsFixture = Awaited<ReturnType<typeof createPermissionsFixture>>

/** One community with someone of each kind, for all commands. */
export async function createPermissionsFixture() {
  // Nothing is sent: the emails of all commands stay in the queue.
  const mailer = createSmtpMailer({
    url: 'smtp://127.0.0.1:1',
    from: { name: 'Guildhall', address: 'hello@guildhall.test' },
    clock: Date.now,
  })
  const fixture = await startOrganiserFixture({ mailer, liftRateLimits: true })
  const { admin, ada, organiser, rival, visitor } = fixture
  const unverified = await fixture.member({ emailVerified: false })
  const inactive = async (status: 'pending' | 'suspended' | 'declined' | 'former') => {
    const person = await fixture.member()
    await fixture.changeMember(person.uid, { status })
    fixture.services.sessions.evict(person.uid)
    return person
  }
  const people: Record<Outsider | Insider, Pick<typeof ada, 'call'>> = {
    visitor: { call: visitor },
    unverified,
    pending: await inactive('pending'),
    suspended: await inactive('suspended'),
    declined: await inactive('declined'),
    former: await inactive('former'),
    member: ada,
    rival,
    organiser,
    admin,
  }
  return {
    ...fixture,
    people,
    unverified,
    /** An admin whose session may end. */
    async anotherAdmin() {
      const person = await fixture.member()
      await fixture.changeMember(person.uid, { role: 'admin' })
      fixture.services.sessions.evict(person.uid)
      return person
    },
    async close() {
      await fixture.close()
      mailer.close()
    },
  }
}

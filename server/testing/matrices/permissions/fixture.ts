import type { Identity } from '#server/identity/port.ts'
import { createSmtpMailer } from '#server/mail/smtp.ts'
import type { Store } from '#server/store/port.ts'
import { startOrganiserFixture } from '#server/testing/fixtures/organiser-fixture.ts'

/** Answers to people who may call no command of organisers or admins, whatever its target. */
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

/**
 * `organiser` organises the event that a command is about, `rival` only others. `editor` and `helper` are members whom
 * the organiser trusts with this event.
 */
export const INSIDERS = ['editor', 'helper', 'rival', 'organiser', 'admin'] as const
export type Insider = (typeof INSIDERS)[number]

export type PermissionsFixture = Awaited<ReturnType<typeof createPermissionsFixture>>

/** One community with a person of each kind, for all commands. @param options of the application */
export async function createPermissionsFixture(options: { store?: Store; identity?: Identity } = {}) {
  // Sends nothing: the emails of all commands stay in the queue.
  const mailer = createSmtpMailer({
    url: 'smtp://127.0.0.1:1',
    from: { name: 'Guildhall', address: 'hello@guildhall.test' },
    clock: Date.now,
  })
  const fixture = await startOrganiserFixture({ mailer, liftRateLimits: true, ...options })
  const { admin, ada, organiser, rival, visitor } = fixture
  const unverified = await fixture.member({ emailVerified: false })
  const inactive = async (status: 'pending' | 'suspended' | 'declined' | 'former') => {
    const person = await fixture.member()
    await fixture.changeMember(person.uid, { status })
    fixture.services.accounts.sessions.evict(person.uid)
    return person
  }
  const [editor, helper] = [await fixture.member(), await fixture.member()]
  const people: Record<Outsider | Insider, Pick<typeof ada, 'call'>> = {
    visitor: { call: visitor },
    unverified,
    pending: await inactive('pending'),
    suspended: await inactive('suspended'),
    declined: await inactive('declined'),
    former: await inactive('former'),
    member: ada,
    editor,
    helper,
    rival,
    organiser,
    admin,
  }
  return {
    ...fixture,
    people,
    /** Stores an event of the organiser, who trusts the editor and the helper with it. */
    putEvent: (more: Parameters<typeof fixture.putEvent>[0] = {}) =>
      fixture.putEvent({ hosts: [editor.uid], editors: [editor.uid], helpers: [helper.uid], ...more }),
    unverified,
    /** An admin whose session may end. */
    async anotherAdmin() {
      const person = await fixture.member()
      await fixture.changeMember(person.uid, { role: 'admin' })
      fixture.services.accounts.sessions.evict(person.uid)
      return person
    },
    async close() {
      await fixture.close()
      mailer.close()
    },
  }
}

import { randomUUID } from 'node:crypto'

import type { Announcement } from '#shared/announcements.ts'
import type { Relationship } from '#shared/connections.ts'
import { type OwnProfile, ProfileEditSchema } from '#shared/members.ts'
import type { ReportKind } from '#shared/report-rules.ts'
import type { OwnReport, ReportDetails } from '#shared/reports.ts'
import { members } from '#server/features/members/collection.ts'

import { startTestApp, type TestApp } from './app.ts'
import { eventDocument, putSeated } from './events.ts'
import { picture } from './webp.ts'

export type Person = Awaited<ReturnType<TestApp['member']>>
export type ReportFixture = Awaited<ReturnType<typeof createReportFixture>>

interface Decision {
  by?: Person
  version?: number
  note?: string
  until?: string
}

/** A community with two admins, in which an organiser has published something of every kind that can be reported. */
export async function createReportFixture(options: Parameters<typeof startTestApp>[0] = {}) {
  const admins = [randomUUID(), randomUUID()].map((name) => `${name}@guildhall.test`) as [string, string]
  const running = await startTestApp({
    liftRateLimits: true,
    env: { ADMIN_EMAILS: admins.join(',') },
    ...options,
  })
  await running.services.warmUp()
  const [admin, otherAdmin] = [
    await running.member({ email: admins[0] }),
    await running.member({ email: admins[1] }),
  ]
  let pictures = 0

  async function succeed(response: ReturnType<Person['call']>) {
    const answer = await response
    if (answer.statusCode >= 300) throw new Error(answer.body)
    return answer
  }

  async function newMember(displayName: string, role: 'member' | 'organiser' = 'member') {
    const person = await running.member()
    await running.store.transact(async (tx) => {
      const member = (await tx.get(members, person.uid))!
      tx.put(members, { ...member, role, displayName, onboardedAt: member.joinedAt })
    })
    running.services.sessions.evict(person.uid)
    return person
  }

  async function upload({ cookie }: Person, kind: 'photo' | 'cover') {
    const headers = {
      host: 'guildhall.test',
      origin: 'https://guildhall.test',
      'sec-fetch-site': 'same-origin',
      'x-csrf': '1',
      'content-type': 'image/webp',
      cookie,
    }
    const payload = picture((pictures += 1))
    const answer = await running.app.inject({
      method: 'POST',
      url: `/api/images?kind=${kind}`,
      headers,
      payload,
    })
    return answer.json<{ id: string }>().id
  }

  async function editProfile(person: Person, edit: Partial<OwnProfile>) {
    const own = (await person.call('GET', '/api/me')).json<OwnProfile>()
    const fields = Object.keys(ProfileEditSchema.properties) as (keyof OwnProfile)[]
    const body = {
      ...Object.fromEntries(fields.map((field) => [field, own[field]])),
      asks: own.asks.map(({ text }) => text),
      offers: own.offers.map(({ text }) => text),
      ...edit,
    }
    await succeed(person.call('PUT', '/api/me', { body, headers: { 'if-match': `"${own.version}"` } }))
  }

  /** The owner's things, and a reporter who sees all of them. */
  async function newContent() {
    const mark = randomUUID().slice(0, 8)
    const owner = await newMember('Olga Owner', 'organiser')
    const reporter = await newMember('Rita Reporter')
    await editProfile(owner, { headline: `Rude headline ${mark}`, photo: await upload(owner, 'photo') })
    const event = randomUUID()
    const cover = await upload(owner, 'cover')
    await running.store.transact(async (tx) => {
      await running.services.images.use(tx, `event:${event}`, { id: cover, oldId: '', by: owner.uid })
      putSeated(
        tx,
        eventDocument(event, {
          title: `Rude event ${mark}`,
          createdBy: owner.uid,
          hosts: [owner.uid],
          visibility: 'public',
          cover,
        }),
        [reporter.uid],
      )
    })
    const announced = await succeed(
      owner.call('POST', `/api/events/${event}/announcements`, {
        body: { text: `Rude announcement ${mark}` },
      }),
    )
    const requested = await succeed(
      owner.call('POST', '/api/connections', { body: { memberId: reporter.uid, note: `Rude note ${mark}` } }),
    )
    const photo = (await owner.call('GET', '/api/me')).json<OwnProfile>().photo
    const subjects: Record<ReportKind, string> = {
      profile: owner.uid,
      photo: owner.uid,
      event,
      cover: event,
      announcement: announced.json<Announcement>().id,
      note: requested.json<Relationship>().connectionId!,
    }
    return { mark, owner, reporter, subjects, event, photo, cover }
  }

  const send = (person: Person, kind: ReportKind, id: string, more: object = {}) =>
    person.call('POST', '/api/moderation/reports', {
      body: { kind, id, reason: 'harassment', text: 'It is rude', ...more },
    })

  return {
    ...running,
    admin,
    otherAdmin,
    newMember,
    newContent,
    editProfile,
    upload,
    send,
    async report(person: Person, kind: ReportKind, id: string) {
      return (await succeed(send(person, kind, id))).json<OwnReport>()
    },
    details: async (id: string, by = admin) =>
      (await succeed(by.call('GET', `/api/admin/reports/${id}`))).json<ReportDetails>(),
    decide: (
      id: string,
      kind: string,
      { by = admin, version = 1, note = 'Against our rules', until }: Decision = {},
    ) =>
      by.call('POST', `/api/admin/reports/${id}/decision`, {
        body: { kind, note: kind === 'dismiss' ? '' : note, until },
        headers: { 'if-match': `"${version}"` },
      }),
  }
}

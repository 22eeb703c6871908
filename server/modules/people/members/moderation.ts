import type { Hidden } from '#shared/lib/hidden.ts'
import type { MemberProfile } from '#shared/people/members.ts'
import { WRITTEN_FIELDS } from '#shared/people/profile-fields.ts'
import type { ReportedContent } from '#shared/people/reportable.ts'
import type { RelationshipKinds } from '#server/modules/people/relationships/types.ts'
import type { Reportable, ReportSource } from '#server/modules/people/reportable/types.ts'
import type { Actor } from '#server/modules/actor.ts'
import type { Clock } from '#server/lib/clock.ts'
import { notFound } from '#server/lib/failure.ts'
import type { Store } from '#server/store/port.ts'

import { type MemberDocument, members } from './collection.ts'
import { visibleProfile } from './visibility.ts'
import type { MemberWriter } from './writer.ts'

interface Deps {
  store: Store
  clock: Clock
  relationships: RelationshipKinds
  profile: (viewer: Actor, id: string) => Promise<MemberProfile>
  writer: MemberWriter
}

/** Profiles and photos as subjects of reports. */
export function createMemberModeration({ store, clock, relationships, profile, writer }: Deps) {
  async function contentSeenBy(
    viewer: Actor,
    id: string,
    contentIn: (profile: MemberProfile) => ReportedContent,
  ) {
    const [seen, kind] = await Promise.all([
      profile(viewer, id),
      relationships.relationshipKindOf(viewer.id, id),
    ])
    const seenAs = kind === 'connection' ? kind : 'member'
    return { owner: id, content: contentIn(seen), viewer: seenAs } satisfies Reportable
  }

  async function unlessFormer(id: string) {
    const member = await store.get(members, id)
    return member && member.status !== 'former' ? member : undefined
  }

  const profiles: ReportSource = {
    seenBy: (viewer, id) => contentSeenBy(viewer, id, contentOf),
    async current(id, viewer = 'member') {
      const member = await unlessFormer(id)
      if (!member) return undefined
      const { hidden, ...shown } = member
      return {
        content: contentOf(visibleProfile(shown, viewer, clock())),
        hidden: hidden?.profile,
      }
    },
    async setHidden(tx, id, profileHidden) {
      const after = await writer.writeIn(tx, id, (member) =>
        member.status === 'former' ? member : withHidden(member, { profile: profileHidden }),
      )
      return after.status !== 'former'
    },
  }

  const photos: ReportSource = {
    seenBy: (viewer, id) =>
      contentSeenBy(viewer, id, ({ photo }) => {
        if (!photo) throw notFound('image')
        return { texts: [], image: photo }
      }),
    async current(id) {
      const member = await unlessFormer(id)
      if (!member?.photo) return undefined
      const { hidden, photo } = member
      const isHidden = hidden?.photo?.image === photo
      return { content: { texts: [], image: photo }, hidden: isHidden ? hidden?.photo : undefined }
    },
    async setHidden(tx, id, hidden) {
      const after = await writer.writeIn(tx, id, (member) => {
        if (!member.photo && hidden) return member
        return withHidden(member, { photo: hidden && { ...hidden, image: member.photo } })
      })
      return after.photo !== '' || hidden === undefined
    },
  }

  return { profiles, photos }
}

type HiddenParts = NonNullable<MemberDocument['hidden']>

function withHidden(
  { hidden: before, ...member }: MemberDocument,
  change: { [P in keyof HiddenParts]: HiddenParts[P] | undefined },
): MemberDocument {
  const parts = Object.entries<Hidden | undefined>({ ...before, ...change }).filter(([, part]) => part)
  return parts.length > 0 ? { ...member, hidden: Object.fromEntries(parts) } : member
}

const TEXTS = ['displayName', ...WRITTEN_FIELDS] as const

function contentOf(profile: MemberProfile): ReportedContent {
  const texts = TEXTS.map((name) => ({ name, text: textOf(profile[name]) })).filter(({ text }) => text)
  return { texts, image: profile.photo || undefined }
}

function textOf(value: MemberProfile[(typeof TEXTS)[number]] = '') {
  if (typeof value === 'string') return value
  return value.map((item) => (typeof item === 'string' ? item : item.text)).join('\n')
}

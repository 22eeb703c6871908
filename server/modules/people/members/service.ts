import type { BaseLogger } from 'pino'

import type { OwnProfile } from '#shared/people/members.ts'
import { exported } from '#server/modules/account-data-part.ts'
import type { Actor } from '#server/modules/actor.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import type { Community } from '#server/modules/community/module.ts'
import type { Operations } from '#server/modules/operations/module.ts'
import type { Relationships } from '#server/modules/people/connections/relationships.ts'
import type { ImageService } from '#server/modules/people/images/service.ts'
import type { FeedListener, Store, Transaction } from '#server/store/port.ts'
import { OwnProfileSchema } from '#shared/people/members.ts'

import { type MemberDocument, members } from './collection.ts'
import { createDeletion } from './deletion.ts'
import { createProfileEditor } from './editor.ts'
import { createMemberEvents } from './events.ts'
import { createMembership } from './membership.ts'
import { createMemberModeration } from './moderation.ts'
import { newcomer } from './newcomer.ts'
import type { Member } from './types.ts'
import { createProfileReader } from './reader.ts'
import { createMemberWriter, loadMember } from './writer.ts'

interface Deps {
  store: Store
  clock: Clock
  newId: () => string
  logger: Pick<BaseLogger, 'warn'>
  audit: Operations['audit']
  community: Community
  images: ImageService
  relationships: Relationships
}

export type MemberService = ReturnType<typeof createMemberService>

export function createMemberService(deps: Deps) {
  const { store, clock, newId, logger, audit, community, images, relationships } = deps
  const writer = createMemberWriter(store)
  const events = createMemberEvents({ logger })
  const viewing = createProfileReader({ store, clock, community, relationships })

  return {
    ...createProfileEditor({ clock, newId, writer, images, community, events }),
    ...viewing,
    ...createMembership({ store, clock, audit, writer, events }),
    ...createDeletion({ store, clock, audit, writer, images, events }),

    moderation: createMemberModeration({ store, clock, relationships, viewing, writer }),

    moveIndustry: writer.moveIndustry,

    onAccountChanged: events.accountChanged.subscribe,
    onTimeZoneChanged: events.timeZoneChanged.subscribe,
    onMembershipChanged: events.membershipChanged.subscribe,

    /** Returns the stored member, or undefined for a person who was never a member. */
    find: (id: string): Promise<Member | undefined> => store.get(members, id),

    /**
     * Writes a member. A new one starts as a newcomer with this visibility. An update that changes nothing writes
     * nothing.
     */
    admit: (
      id: string,
      visibility: Member['visibility'],
      update: (before: Member, tx: Transaction) => Promise<Member>,
    ): Promise<Member> =>
      writer.write(id, update, () => ({ ...newcomer(id, isoInstant(clock())), visibility })),

    /** Must be called after `admit` has decided about a membership. */
    membershipDecided: events.membershipChanged.emit,

    /** Follows later changes by every replica. */
    openFeed: (listener: FeedListener<MemberDocument>) => store.openFeed(members, listener, { from: 'now' }),

    ownProfile: async ({ id }: Pick<Actor, 'id'>): Promise<OwnProfile> => loadMember(store, id),

    exportOf: (id: string): Promise<OwnProfile> => loadMember(store, id),
  }
}

export const profileAccountData = (service: MemberService) =>
  exported({
    name: 'profile',
    collections: [members],
    schema: OwnProfileSchema,
    exportOf: service.exportOf,
    forget: 'The first step of a deletion anonymises it.',
  })

import { HOUR, MINUTE } from '#shared/lib/durations.ts'
import { imageFileDeletions } from '#server/image-files/collection.ts'
import type { Job } from '#server/jobs/jobs.ts'
import type { AccountDataPart } from '#server/modules/account-data-part.ts'
import { at, type RoutesByScope } from '#server/modules/routes-by-scope.ts'
import type { Community } from '#server/modules/community/module.ts'
import type { Operations } from '#server/modules/operations/module.ts'
import type { Platform } from '#server/modules/platform.ts'

import { createAskFulfilment, fulfilledAsksAccountData } from './asks/fulfilment.ts'
import { createAskService } from './asks/service.ts'
import { fulfilledAskView } from './asks/view.ts'
import { createBlockService, blockedMembersAccountData } from './blocks/service.ts'
import { blockView } from './blocks/view.ts'
import { recentRequests } from './connections/recent-requests.ts'
import { createRelationships } from './connections/relationships.ts'
import {
  createConnectionService,
  connectionsAccountData,
  recentRequestsAccountData,
} from './connections/service.ts'
import { connectionView } from './connections/view.ts'
import { createDirectoryService } from './directory/service.ts'
import { images as imageDocuments } from './images/collection.ts'
import { createImageService, imagesAccountData } from './images/service.ts'
import { industryMoves } from './industry-moves/collection.ts'
import { createIndustryMoves } from './industry-moves/service.ts'
import { createIntroductionService, introductionsAccountData } from './introductions/service.ts'
import { introductionView } from './introductions/view.ts'
import { createMemberChanges } from './members/changes.ts'
import { createDeletion } from './members/deletion.ts'
import { createProfileEditor } from './members/editor.ts'
import { createMemberEvents } from './members/events.ts'
import { createMembership } from './members/membership.ts'
import { createMemberService, profileAccountData } from './members/service.ts'
import { personView } from './members/view.ts'
import { createMemberWriter } from './members/writer.ts'
import { createConnectionNoteService, privateNotesAccountData } from './notes/service.ts'
import { reminderView } from './notes/view.ts'
import { createPhrases } from './terms/admin-phrases.ts'
import { createSuggestionService, dismissedSuggestionsAccountData } from './suggestions/service.ts'
import { dismissalView } from './suggestions/view.ts'
import { askRoutes } from './asks/routes.ts'
import { blockRoutes } from './blocks/routes.ts'
import { connectionRoutes } from './connections/routes.ts'
import { directoryRoutes } from './directory/routes.ts'
import { imageUploadRoutes } from './images/routes.ts'
import { introductionRoutes } from './introductions/routes.ts'
import { memberRoutes, ownProfileRoutes, ownRecordRoutes } from './members/routes.ts'
import { connectionNoteRoutes } from './notes/routes.ts'
import { suggestionRoutes } from './suggestions/routes.ts'
import { thesaurus } from './terms/trade-matches.ts'

export const views = [
  personView,
  blockView,
  connectionView,
  reminderView,
  dismissalView,
  introductionView,
  fulfilledAskView,
]
export const collections = [
  ...views.map((view) => view.of),
  imageDocuments,
  imageFileDeletions,
  recentRequests,
  industryMoves,
]

export type People = ReturnType<typeof createPeople>

interface Earlier {
  operations: Operations
  community: Community
}

/** Constructs members and their relationships. */
export function createPeople(platform: Platform, { operations, community }: Earlier) {
  const { store, clock, newId, logger, imageFiles, renderer } = platform
  const { audit, outbox } = operations
  const relationships = createRelationships({ store, clock })
  const images = createImageService({ store, imageFiles, clock, renderer })
  const events = createMemberEvents({ logger })
  const writer = createMemberWriter(store, events)
  const members = createMemberService({ store, clock, community, relationships, writer, events })
  const profileEditor = createProfileEditor({ clock, newId, writer, images, community, events })
  const membership = createMembership({ store, clock, audit, writer, events })
  const deletion = createDeletion({ store, clock, audit, writer, images, events })
  const blocks = createBlockService({ store, clock, members })
  const phrases = createPhrases(community)
  const connections = createConnectionService({ store, clock, outbox, members, relationships, phrases })
  const notes = createConnectionNoteService({ store, clock, connections })
  const directory = createDirectoryService({ store, clock, relationships, phrases })
  const asks = createAskService({ store, clock, members, relationships, directory })
  const fulfilment = createAskFulfilment({ store, clock, operations, members, writer })
  const suggestions = createSuggestionService({ store, clock, members, directory })
  const introductions = createIntroductionService({
    store,
    clock,
    newId,
    outbox,
    connections,
    suggestions,
    asks,
  })
  const memberChanges = createMemberChanges(store)
  const moves = createIndustryMoves({ store, clock, members })

  blocks.onBlock(connections.commands.endByBlock)
  blocks.onBlock(introductions.endByBlock)
  community.settings.onChange('industries', moves.plan)
  // Runs at once here; the job resumes after an interruption.
  community.settings.onSaved((section) => {
    if (section === 'industries')
      moves
        .finish()
        .catch((err: unknown) => logger.error({ err }, 'could not move members of a changed industry'))
  })
  community.settings.onChange('logo', async (tx, { actor, before, after }) => {
    const user = 'settings:logo'
    // The previous logo stays stored, because an undo restores it.
    if (after.image !== before.image)
      await images.use(tx, user, { id: after.image, oldId: '', by: actor.id, copyOf: user })
  })

  const routes: RoutesByScope = {
    'account owners': [at('/me', ownRecordRoutes, { members })],
    applicants: [
      at('/me', ownProfileRoutes, { members, profileEditor }),
      at('/images', imageUploadRoutes, { images }),
    ],
    members: [
      at('/members', memberRoutes, { members }),
      at('/connections', connectionRoutes, { connections, relationships }),
      at('/connections', connectionNoteRoutes, { notes }),
      at('/blocks', blockRoutes, { blocks }),
      at('/asks', askRoutes, { asks, fulfilment }),
      at('/directory', directoryRoutes, { directory }),
      at('/suggestions', suggestionRoutes, { suggestions }),
      at('/introductions', introductionRoutes, { introductions }),
    ],
  }

  return {
    relationships,
    images,
    members,
    profileEditor,
    membership,
    deletion,
    memberChanges,
    blocks,
    connections,
    notes,
    asks,
    fulfilment,
    directory,
    suggestions,
    introductions,
    routes,
    start: async () => {
      // Otherwise the first search, or the first profile that is saved, would wait for it in its transaction.
      thesaurus()
      await memberChanges.start()
    },

    jobs: [
      { name: 'industry moves', every: MINUTE, run: moves.finish },
      { name: 'ended suspensions', every: MINUTE, run: membership.endDueSuspensions },
      { name: 'unused images', every: HOUR, run: images.deleteUnused },
      { name: 'image files', every: MINUTE, run: images.deleteReleasedFiles },
    ] satisfies Job[],
    accountDataParts: [
      profileAccountData(members),
      imagesAccountData(images),
      blockedMembersAccountData(blocks),
      connectionsAccountData(connections),
      recentRequestsAccountData(connections),
      privateNotesAccountData(notes),
      dismissedSuggestionsAccountData(suggestions),
      introductionsAccountData(introductions),
      fulfilledAsksAccountData(fulfilment),
      {
        name: 'industryMoves',
        collections: [industryMoves],
        exportOf: 'Belongs to the organisation, and names nobody.',
        forget: 'Contains no personal data.',
      },
    ] satisfies AccountDataPart[],
  }
}

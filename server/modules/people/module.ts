import { OwnProfileSchema } from '#shared/people/members.ts'
import { HOUR, MINUTE } from '#shared/lib/durations.ts'
import { imageFileDeletions } from '#server/image-files/collection.ts'
import type { Job } from '#server/jobs/jobs.ts'
import { type AccountDataPart, exported } from '#server/modules/account-data-part.ts'
import { at, type RoutesByScope } from '#server/modules/routes-by-scope.ts'
import type { Community } from '#server/modules/community/module.ts'
import type { Operations } from '#server/modules/operations/module.ts'
import type { Platform } from '#server/platform.ts'

import { blocks as blockDocuments } from './blocks/collection.ts'
import { createBlockService, ExportedBlocksSchema } from './blocks/service.ts'
import { blockView } from './blocks/view.ts'
import { connections as connectionDocuments } from './connections/collection.ts'
import { recentRequests } from './connections/recent-requests.ts'
import { createRelationships } from './connections/relationships.ts'
import {
  createConnectionService,
  ExportedConnectionsSchema,
  ExportedRequestsSchema,
} from './connections/service.ts'
import { connectionView } from './connections/view.ts'
import { createDirectoryService } from './directory/service.ts'
import { images as imageDocuments } from './images/collection.ts'
import { createImageService, ExportedImagesSchema } from './images/service.ts'
import { industryMoves } from './industry-moves/collection.ts'
import { createIndustryMoves } from './industry-moves/service.ts'
import { introductions as introductionDocuments } from './introductions/collection.ts'
import { createIntroductionService, ExportedIntroductionsSchema } from './introductions/service.ts'
import { introductionView } from './introductions/view.ts'
import { createMemberChanges } from './members/changes.ts'
import { members as memberDocuments } from './members/collection.ts'
import { createMemberService } from './members/service.ts'
import { personView } from './members/view.ts'
import { connectionNotes } from './notes/collection.ts'
import { createConnectionNoteService, ExportedNotesSchema } from './notes/service.ts'
import { reminderView } from './notes/view.ts'
import { dismissals } from './suggestions/collection.ts'
import { createSuggestionService, ExportedDismissalsSchema } from './suggestions/service.ts'
import { dismissalView } from './suggestions/view.ts'
import { blockRoutes } from './blocks/routes.ts'
import { connectionRoutes } from './connections/routes.ts'
import { directoryRoutes } from './directory/routes.ts'
import { imageUploadRoutes } from './images/routes.ts'
import { introductionRoutes } from './introductions/routes.ts'
import { memberRoutes, ownProfileRoutes, ownRecordRoutes } from './members/routes.ts'
import { connectionNoteRoutes } from './notes/routes.ts'
import { suggestionRoutes } from './suggestions/routes.ts'

export const views = [personView, blockView, connectionView, reminderView, dismissalView, introductionView]
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
  const { store, clock, newId, logger, imageFiles: files, renderer } = platform
  const { audit, outbox } = operations
  const relationships = createRelationships({ store, clock })
  const images = createImageService({ store, files, clock, renderer })
  const members = createMemberService({
    store,
    clock,
    newId,
    logger,
    audit,
    community,
    images,
    relationships,
  })
  const blocks = createBlockService({ store, clock, members })
  const connections = createConnectionService({ store, clock, outbox, members, relationships })
  const notes = createConnectionNoteService({ store, clock, connections })
  const directory = createDirectoryService({ store, clock, relationships })
  const suggestions = createSuggestionService({ store, clock, members })
  const introductions = createIntroductionService({
    store,
    clock,
    newId,
    outbox,
    connections,
    suggestions,
  })
  const moves = createIndustryMoves({ store, clock, members })

  blocks.onBlock(connections.endByBlock)
  blocks.onBlock(introductions.endByBlock)
  community.settings.onChange('industries', moves.plan)
  // Runs at once here; the job resumes after an interruption.
  community.settings.onSaved((section) => {
    if (section === 'industries')
      moves
        .finish()
        .catch((err: unknown) => logger.error({ err }, 'members of a changed industry could not be moved'))
  })
  community.settings.onChange('logo', async (tx, { actor, before, after }) => {
    const user = 'settings:logo'
    // The previous logo stays stored, because an undo restores it.
    if (after.image !== before.image)
      await images.use(tx, user, { id: after.image, oldId: '', by: actor.id, copyOf: user })
  })

  const routes: RoutesByScope = {
    'account owners': [at('/me', ownRecordRoutes, { members })],
    applicants: [at('/me', ownProfileRoutes, { members }), at('/images', imageUploadRoutes, { images })],
    members: [
      at('/members', memberRoutes, { members }),
      at('/connections', connectionRoutes, { connections, relationships }),
      at('/connections', connectionNoteRoutes, { notes }),
      at('/blocks', blockRoutes, { blocks }),
      at('/directory', directoryRoutes, { directory }),
      at('/suggestions', suggestionRoutes, { suggestions }),
      at('/introductions', introductionRoutes, { introductions }),
    ],
  }

  return {
    relationships,
    images,
    members,
    memberChanges: createMemberChanges(store),
    blocks,
    connections,
    notes,
    directory,
    suggestions,
    introductions,
    routes,
    jobs: [
      { name: 'industry moves', every: MINUTE, run: moves.finish },
      { name: 'ended suspensions', every: MINUTE, run: members.endDueSuspensions },
      { name: 'unused images', every: HOUR, run: images.deleteUnused },
      { name: 'image files', every: MINUTE, run: images.deleteReleasedFiles },
    ] satisfies Job[],
    accountDataParts: [
      exported({
        name: 'profile',
        collections: [memberDocuments],
        schema: OwnProfileSchema,
        exportOf: members.exportOf,
        forget: 'The first step of a deletion anonymises it.',
      }),
      exported({
        name: 'images',
        collections: [imageDocuments, imageFileDeletions],
        schema: ExportedImagesSchema,
        exportOf: images.exportOf,
        forget: images.forget,
      }),
      exported({
        name: 'blockedMembers',
        collections: [blockDocuments],
        schema: ExportedBlocksSchema,
        exportOf: blocks.exportOf,
        forget: blocks.forget,
      }),
      exported({
        name: 'connections',
        collections: [connectionDocuments],
        schema: ExportedConnectionsSchema,
        exportOf: connections.exportOf,
        forget: connections.forget,
      }),
      exported({
        name: 'recentRequests',
        collections: [recentRequests],
        schema: ExportedRequestsSchema,
        exportOf: connections.recentRequests,
        forget: 'Deleted with the connections.',
      }),
      exported({
        name: 'privateNotes',
        collections: [connectionNotes],
        schema: ExportedNotesSchema,
        exportOf: notes.exportOf,
        forget: notes.forget,
      }),
      exported({
        name: 'dismissedSuggestions',
        collections: [dismissals],
        schema: ExportedDismissalsSchema,
        exportOf: suggestions.exportOf,
        forget: suggestions.forget,
      }),
      exported({
        name: 'introductions',
        collections: [introductionDocuments],
        schema: ExportedIntroductionsSchema,
        exportOf: introductions.exportOf,
        forget: introductions.forget,
      }),
      {
        name: 'industryMoves',
        collections: [industryMoves],
        exportOf: 'Belongs to the organisation, and names nobody.',
        forget: 'Contains no personal data.',
      },
    ] satisfies AccountDataPart[],
  }
}

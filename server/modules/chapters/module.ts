import { HOUR, MINUTE } from '#shared/lib/durations.ts'
import type { AccountDataPart } from '#server/modules/account-data-part.ts'
import { at, type RoutesByScope } from '#server/modules/routes-by-scope.ts'
import type { Community } from '#server/modules/community/module.ts'
import type { Operations } from '#server/modules/operations/module.ts'
import type { Job } from '#server/jobs/jobs.ts'
import type { People } from '#server/modules/people/module.ts'
import type { Platform } from '#server/modules/platform.ts'

import { createChapterAccess } from './access.ts'
import { chapterMembershipsAccountData } from './account-data.ts'
import { chapters as chapterDocuments, chapterSlugs } from './chapters/collection.ts'
import { createChapterEditor } from './chapters/editor.ts'
import { chapterView } from './chapters/view.ts'
import { chapterExports } from './exports/collection.ts'
import { chapterExportsAccountData, createChapterExports } from './exports.ts'
import { createChapterHealth } from './health.ts'
import { createOwnChapterMemberships } from './memberships/own.ts'
import { createChapterPeople } from './memberships/people.ts'
import { createIndustrySeats } from './memberships/seats.ts'
import { createTermNotices } from './memberships/term-notices.ts'
import { createLetterPlanning } from './letter-planning.ts'
import { chapterLettersAccountData, createLetterService } from './letters.ts'
import { chapterLetterView } from './letters/view.ts'
import { createMembershipRecord } from './memberships/record.ts'
import { createMembershipWriter } from './memberships/writer.ts'
import { chapterMembershipView } from './memberships/view.ts'
import { chapterMerges } from './merging/collection.ts'
import { createChapterMerging } from './merging.ts'
import { createMonthClosing } from './months/closing.ts'
import { chapterMonths } from './months/collection.ts'
import { chapterMonthView } from './months/view.ts'
import { chapterSuccessions } from './succession/collection.ts'
import { createChapterReview } from './succession/review.ts'
import { chapterSuccessionView } from './succession/view.ts'
import { createLeadOffers } from './offers.ts'
import { chapterProposalsAccountData, createChapterProposals } from './proposals.ts'
import { chapterProposalView } from './proposals/view.ts'
import { createDirectoryChapters } from './directory-chapters.ts'
import { createChapterImporter } from './import.ts'
import { createPageSettings } from './page-settings.ts'
import { isChapterCoverShown, leadCards } from './queries.ts'
import { createChapterService } from './service.ts'
import { adminChapterRoutes, chapterRoutes, letterRoutes } from './routes.ts'

export const views = [
  chapterView,
  chapterMembershipView,
  chapterMonthView,
  chapterSuccessionView,
  chapterLetterView,
  chapterProposalView,
]
export const collections = [...views.map((view) => view.of), chapterSlugs, chapterMerges, chapterExports]

export type Chapters = ReturnType<typeof createChapters>

interface Earlier {
  community: Community
  operations: Operations
  people: People
}

/** Constructs chapters, their memberships and the rights in them. */
export function createChapters(
  { store, clock, newId, logger }: Platform,
  { community, operations, people }: Earlier,
) {
  const { audit } = operations
  const access = createChapterAccess(store, people)
  const record = createMembershipRecord(operations, clock)
  const writer = createMembershipWriter(people.members)
  const chapters = createChapterService({ store, clock, community, people, access })
  const editor = createChapterEditor({ store, clock, newId, audit, access, images: people.images })
  people.images.addUsers('chapter', isChapterCoverShown)
  const merging = createChapterMerging({ store, clock, newId, logger, audit, access, record, writer })
  editor.addClosingProblem(merging.closingProblem)
  const seats = createIndustrySeats({
    people,
    leadsOf: async (...about) =>
      leadCards(await store.views(), ...about).map(({ displayName }) => displayName),
  })
  people.members.onIndustryChanged(seats.changeIndustry)
  const own = createOwnChapterMemberships({ store, clock, access, record, writer, seats })
  const offers = createLeadOffers({ store, clock, access, record })
  const chapterPeople = createChapterPeople({ store, clock, access, record, writer, people, seats })

  const proposals = createChapterProposals({
    store,
    clock,
    operations,
    people,
    access,
    editor,
    chapterPeople,
  })

  const importer = createChapterImporter({ store, people, access, editor, chapterPeople })

  const exports = createChapterExports({ store, clock, newId, audit, community, access })
  const health = createChapterHealth({ store, clock, access })
  const { areShown } = access
  const months = createMonthClosing({ store, clock, areShown })
  const terms = createTermNotices({ store, clock, outbox: operations.outbox, areShown })
  const review = createChapterReview({ store, clock, operations, people, areShown })

  const planning = createLetterPlanning({ store, clock, newId, operations, people, access })
  const letters = createLetterService({ store, people, access, planning })

  people.directory.addChapters(createDirectoryChapters(store, access))

  const routes: RoutesByScope = {
    members: [
      at('/chapters', chapterRoutes, {
        chapters,
        own,
        offers,
        proposals,
        people: chapterPeople,
        exports,
        health,
      }),
      at('/chapters', letterRoutes, { letters }),
    ],
    admins: [
      at('/admin/chapters', adminChapterRoutes, { editor, importer, merging, proposals, chapters, health }),
    ],
  }

  return {
    access,
    chapters,
    editor,
    importer,
    merging,
    own,
    offers,
    proposals,
    people: chapterPeople,
    letters,
    months,
    review,
    terms,
    /** The public settings, as pages have them. */
    pageSettings: createPageSettings(community.publicSettings, access),
    routes,
    start: access.sync,
    jobs: [
      { name: 'chapter months', every: HOUR, run: months.closeDue },
      { name: 'terms of leads', every: HOUR, run: terms.notifyDue },
      { name: 'chapters without a lead or an event', every: MINUTE, run: review.reviewDue },
      { name: 'merges of chapters', every: MINUTE, run: merging.advanceDue },
      { name: 'downloads of people of chapters', every: HOUR, run: exports.deleteExpired },
      { name: 'letters of chapters', every: MINUTE, run: letters.sendDue },
    ] satisfies Job[],
    accountDataParts: [
      chapterMembershipsAccountData(store),
      chapterLettersAccountData(store),
      chapterExportsAccountData(store),
      chapterProposalsAccountData(store),
      {
        name: 'chapters',
        collections: [chapterDocuments, chapterSlugs, chapterMerges, chapterMonths, chapterSuccessions],
        exportOf: 'Belong to the organisation, and name nobody.',
        forget: 'Contain no personal data.',
      },
    ] satisfies AccountDataPart[],
  }
}

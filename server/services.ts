import { createAuditLog } from '#server/features/audit/service.ts'
import { createClientErrorIntake } from '#server/features/client-errors/service.ts'
import { createDashboardService } from '#server/features/dashboard/service.ts'
import { createDirectoryService } from '#server/features/directory/service.ts'
import { createImageService } from '#server/features/images/service.ts'
import { createIntroductionService } from '#server/features/introductions/service.ts'
import { createMeetingService } from '#server/features/meetings/service.ts'
import { createAccountDataService } from './features/account-data/service.ts'
import type { Job } from './lib/jobs.ts'
import { wireCalendars } from '#server/wiring/calendars.ts'
import type { ServiceDeps } from '#server/wiring/deps.ts'
import { wireEvents } from '#server/wiring/events.ts'
import { wireMembers } from '#server/wiring/members.ts'
import { accountDataParts } from './wiring/account-data-parts.ts'
import { wireRelationships } from './wiring/relationships.ts'

const MINUTE = 60 * 1_000
const HOUR = 60 * MINUTE

export type Services = ReturnType<typeof createServices>

/**
 * Features never import each other: what one needs of another is passed here, or in `wiring/` where several make up
 * one part of the product. Each part is given what stands above it; only members look ahead, through closures.
 */
export function createServices(given: ServiceDeps) {
  const { config, store, identity, clock, newId, logger, logSink, sourceMaps } = given
  const audit = createAuditLog({ store, clock, newId, log: logger })
  const deps = { ...given, audit: audit.record }
  const images = createImageService(deps)
  const { members, sessions, listed } = wireMembers({
    ...deps,
    images,
    relationshipKinds: (viewerId, ids) => ties.connections.relationshipKinds(viewerId, ids),
    blockedBy: (viewerId, id) => ties.blocks.blockedBy(viewerId, id),
  })
  const { events, rsvps, announcements, organising, listedEvents } = wireEvents({
    ...deps,
    images,
    members,
    memberNames: listed.names,
  })
  const meetings = createMeetingService(deps)
  const ties = wireRelationships({ ...deps, members, rsvps, meetings })
  const { blocks, connections, notes } = ties
  const calendars = wireCalendars({ ...deps, members, events, rsvps, meetings })

  const directory = createDirectoryService({ ...members, ...blocks, ...connections, index: listed.directory })
  const introductions = createIntroductionService({
    ...deps,
    ...members,
    ...connections,
    hiddenFrom: blocks.hiddenFrom,
    topics: listed.topics,
    inactive: listed.inactive,
    wentTo: rsvps.wentTo,
    goersOf: rsvps.goersOf,
    summaries: events.summaries,
  })
  const dashboard = createDashboardService({
    clock,
    ownProfile: members.ownProfile,
    requests: async (memberId) => (await connections.list(memberId, { list: 'received' })).items,
    offers: rsvps.offers,
    reminders: notes.due,
    events: rsvps.agenda,
    meetings: meetings.scheduled,
    introduction: ({ id }) => introductions.firstFor(id),
  })

  const intake = createClientErrorIntake({ sink: logSink, store, clock, secret: config.secret, sourceMaps })
  const features = {
    audit,
    images,
    members,
    sessions,
    events,
    rsvps,
    announcements,
    organising,
    meetings,
    ...ties,
    ...calendars,
    directory,
    introductions,
    dashboard,
    intake,
  }
  const accountData = createAccountDataService({
    ...deps,
    ...members,
    parts: accountDataParts(features),
    deleteUser: identity.deleteUser,
  })
  const jobs: Job[] = [
    { name: 'deletions', every: MINUTE, run: accountData.sweep },
    { name: 'unused images', every: HOUR, run: images.sweep },
    { name: 'offered seats', every: MINUTE, run: rsvps.expireOffers },
    { name: 'ended events', every: HOUR, run: events.completeEnded },
  ]
  return {
    ...features,
    accountData,
    jobs,
    /** What is answered from memory would be read by the first who asks, and make them wait. */
    // Fastify takes what a hook resolves to for an error, and logs it.
    warmUp: async () => void (await Promise.all([listed.directory(), listedEvents()])),
  }
}

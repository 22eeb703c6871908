import { randomBytes } from 'node:crypto'

import type { Config } from '#server/config.ts'
import { createAuditLog } from '#server/features/audit/service.ts'
import { createBlockService } from '#server/features/blocks/service.ts'
import { createCalendarFeeds } from '#server/features/calendar/feeds.ts'
import { createCalendarService } from '#server/features/calendar/service.ts'
import { createClientErrorIntake } from '#server/features/client-errors/service.ts'
import { createConnectionNoteService } from '#server/features/connection-notes/service.ts'
import { createConnectionService } from '#server/features/connections/service.ts'
import { createDashboardService } from '#server/features/dashboard/service.ts'
import { createDirectoryService } from '#server/features/directory/service.ts'
import { createEventOrganising } from '#server/features/event-organising/service.ts'
import { events as eventDocuments } from '#server/features/events/collection.ts'
import { entryOf as eventEntryOf } from '#server/features/events/listing.ts'
import { createEventService } from '#server/features/events/service.ts'
import { createImageService } from '#server/features/images/service.ts'
import { createIntroductionService } from '#server/features/introductions/service.ts'
import { createMeetingService } from '#server/features/meetings/service.ts'
import { createMemberService } from '#server/features/members/service.ts'
import { createRsvpOrganising } from '#server/features/rsvps/organising.ts'
import { createOwnDataService } from '#server/features/own-data/service.ts'
import { createRsvpService } from '#server/features/rsvps/service.ts'
import { createSessionService } from '#server/features/session/service.ts'
import type { Identity } from '#server/identity/port.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { LogSink } from '#server/lib/log-sink.ts'
import type { Logger } from '#server/lib/logger.ts'
import type { Sweep } from '#server/lib/sweeps.ts'
import { createTurns } from '#server/lib/turns.ts'
import { followCollection } from '#server/search/following.ts'
import { createListedMembers } from '#server/listed-members.ts'
import { ownDataParts } from '#server/own-data-parts.ts'
import type { Store } from '#server/store/port.ts'

export interface ServiceDeps {
  config: Config
  store: Store
  identity: Identity
  clock: Clock
  newId: () => string
  logger: Logger
  /** Where the logger writes, for what must be known to be written. */
  logSink: LogSink
  /** `<build>/<script>.map`, kept from browsers; need not exist. */
  sourceMaps: string
}

const MINUTE = 60 * 1_000
const HOUR = 60 * MINUTE

export type Services = ReturnType<typeof createServices>

/** Features never import each other: what one needs of another is passed here. */
export function createServices({
  config,
  store,
  identity,
  clock,
  newId,
  logger,
  logSink,
  sourceMaps,
}: ServiceDeps) {
  const audit = createAuditLog({ store, clock, newId, log: logger })
  const images = createImageService({ store, clock })
  const members = createMemberService({
    store,
    clock,
    newId,
    audit: audit.record,
    adminEmails: config.adminEmails,
    closeness: (viewerId, ids) => connections.closeness(viewerId, ids),
    blockedBy: (viewerId, id) => blocks.blockedBy(viewerId, id),
    useImage: images.use,
    standingChanged: (id) => sessions.evict(id),
    changed: (member) => listed.changed(member),
  })
  const sessions = createSessionService({
    identity,
    store,
    clock,
    audit: audit.record,
    admit: members.admit,
    maxAge: config.sessionMaxAge,
  })
  const blocks = createBlockService({
    store,
    clock,
    names: members.names,
    sever: (tx, blocker, blocked) => connections.sever(tx, blocker, blocked),
  })
  const connections = createConnectionService({
    store,
    clock,
    ...members,
    hiddenFrom: blocks.hiddenFrom,
    blockedBy: blocks.blockedBy,
    blocksBetween: blocks.between,
    eventsTogether: (a, b) => rsvps.together(a, b),
    meetingsTogether: (viewerId, memberId) => meetings.together(viewerId, memberId),
  })
  const notes = createConnectionNoteService({
    store,
    clock,
    connected: connections.accepted,
    closeness: connections.closeness,
    cards: members.cards,
  })
  const listed = createListedMembers({ store, clock })
  const directory = createDirectoryService({ ...members, ...blocks, ...connections, index: listed.directory })
  const followedEvents = followCollection({
    store,
    clock,
    collection: eventDocuments,
    entryOf: eventEntryOf,
  })
  const inTurn = createTurns()
  const rsvps = createRsvpService({
    store,
    clock,
    inTurn,
    cards: members.cards,
    eventOf: (reader, id) => events.known(reader, id),
    summaries: (ids) => events.summaries(ids),
  })
  const events = createEventService({
    store,
    clock,
    newId,
    inTurn,
    audit: audit.record,
    cards: members.cards,
    useImage: images.use,
    index: followedEvents.index,
    changed: followedEvents.changed,
    adapt: rsvps.adapt,
    isAnswered: rsvps.isAnswered,
    standing: rsvps.standing,
    answeredBy: rsvps.answeredBy,
  })
  const introductions = createIntroductionService({
    store,
    clock,
    ...members,
    ...connections,
    hiddenFrom: blocks.hiddenFrom,
    topics: listed.topics,
    wentTo: rsvps.wentTo,
    goersOf: rsvps.goersOf,
    summaries: events.summaries,
  })
  const answers = createRsvpOrganising({ store, clock, inTurn })
  const organising = createEventOrganising({
    store,
    clock,
    newId,
    secret: config.secret,
    audit: audit.record,
    managed: events.managed,
    details: events.details,
    cards: members.cards,
    everyonesCards: members.everyonesCards,
    answers: answers.roster,
    arrive: answers.arrive,
    undoArrival: answers.undoArrival,
  })
  const meetings = createMeetingService({ store, clock })
  const origin = config.origins[0]
  const calendar = createCalendarService({
    clock,
    origin,
    product: config.client.PRODUCT_NAME,
    events: events.knownOf,
    details: events.details,
    answers: rsvps.ofMember,
    meetings: meetings.inCalendar,
  })
  const calendarFeeds = createCalendarFeeds({
    store,
    clock,
    origin,
    audit: audit.record,
    isActive: members.isActive,
    newSecret: () => randomBytes(16).toString('base64url'),
  })
  const dashboard = createDashboardService({
    clock,
    ownProfile: members.ownProfile,
    requests: async (memberId) => (await connections.list(memberId, { list: 'received' })).items,
    reminders: notes.due,
    events: rsvps.agenda,
    meetings: meetings.scheduled,
    introduction: ({ id }) => introductions.firstFor(id),
  })
  const intake = createClientErrorIntake({ sink: logSink, store, clock, secret: config.secret, sourceMaps })
  const ownData = createOwnDataService({
    clock,
    audit: audit.record,
    parts: ownDataParts({
      audit,
      blocks,
      calendarFeeds,
      connections,
      events,
      images,
      introductions,
      meetings,
      members,
      notes,
      organising,
      rsvps,
      sessions,
    }),
    ...members,
    deleteUser: identity.deleteUser,
  })
  const sweeps: Sweep[] = [
    { name: 'deletions', every: MINUTE, run: ownData.sweep },
    { name: 'unused images', every: HOUR, run: images.sweep },
    { name: 'offered seats', every: MINUTE, run: rsvps.sweepOffers },
    { name: 'ended events', every: HOUR, run: events.completeEnded },
  ]
  return {
    sweeps,
    /** What is answered from memory would be read by the first who asks, and make them wait. */
    // Fastify takes what a hook resolves to for an error, and logs it.
    warmUp: async () => void (await Promise.all([listed.directory(), followedEvents.index()])),
    audit,
    members,
    images,
    sessions,
    intake,
    blocks,
    connections,
    notes,
    events,
    rsvps,
    organising,
    calendar,
    calendarFeeds,
    meetings,
    dashboard,
    directory,
    introductions,
    ownData,
  }
}

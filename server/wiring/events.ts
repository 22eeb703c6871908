import { createEventAnnouncements } from '#server/features/event-announcements/service.ts'
import { createEventOrganising } from '#server/features/event-organising/service.ts'
import { events as eventDocuments } from '#server/features/events/collection.ts'
import { entryOf } from '#server/features/events/listing.ts'
import { createEventService } from '#server/features/events/service.ts'
import type { ImageService } from '#server/features/images/service.ts'
import type { MemberService } from '#server/features/members/service.ts'
import { createRsvpOrganising } from '#server/features/rsvps/organising.ts'
import { createRosterAnswers } from '#server/features/rsvps/roster-answers.ts'
import { createRsvpService } from '#server/features/rsvps/service.ts'
import type { RecordAudit } from '#server/lib/audit.ts'
import { createKeyedMutex } from '#server/lib/keyed-mutex.ts'
import { trackCollection } from '#server/search/change-feed.ts'

import type { ServiceDeps } from './deps.ts'

interface Needs extends ServiceDeps {
  audit: RecordAudit
  images: ImageService
  members: MemberService
  /** Of everyone but those who have gone, by id, from memory. */
  memberNames: () => Promise<ReadonlyMap<string, string>>
}

/** Events, who has a seat at them, and how they are run. */
export function wireEvents({ images, members, memberNames, ...deps }: Needs) {
  const listed = trackCollection({ ...deps, collection: eventDocuments, entryOf })
  const eventMutex = createKeyedMutex()
  const rsvps = createRsvpService({
    ...deps,
    eventMutex,
    cards: members.cards,
    eventOf: (reader, id) => events.known(reader, id),
    summaries: (ids) => events.summaries(ids),
  })
  const events = createEventService({
    ...deps,
    ...listed,
    eventMutex,
    cards: members.cards,
    useImage: images.use,
    forgetEvent: (tx, id) => announcements.forgetEvent(tx, id),
    adapt: rsvps.adapt,
    isAnswered: rsvps.isAnswered,
    standing: rsvps.standing,
    answeredBy: rsvps.answeredBy,
  })
  const announcements = createEventAnnouncements({
    ...deps,
    managed: events.managed,
    details: events.details,
    cards: members.cards,
  })
  const { roster, trackRoster } = createRosterAnswers(deps)
  const doors = createRsvpOrganising({ ...deps, eventMutex })
  const organising = createEventOrganising({
    ...deps,
    secret: deps.config.secret,
    managed: events.managed,
    details: events.details,
    everyonesCards: members.everyonesCards,
    profilesOpenTo: members.profilesOpenTo,
    names: memberNames,
    answers: roster,
    trackRoster,
    arrive: doors.arrive,
    undoArrival: doors.undoArrival,
  })
  return { events, rsvps, announcements, organising, listedEvents: listed.index }
}

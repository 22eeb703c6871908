import type { Accounts } from '#server/modules/accounts/module.ts'
import type { Community } from '#server/modules/community/module.ts'
import type { Events } from '#server/modules/events/module.ts'
import type { Module } from '#server/modules/module.ts'
import type { Operations } from '#server/modules/operations/module.ts'
import type { People } from '#server/modules/people/module.ts'
import type { Prestige } from '#server/modules/prestige/module.ts'
import { at, type RoutesByScope } from '#server/modules/routes-by-scope.ts'
import type { Platform } from '#server/modules/platform.ts'
import { DAY, HOUR, MINUTE } from '#shared/lib/durations.ts'

import { checkInCodeRoutes, checkInRoutes } from './check-in/routes.ts'
import { createCheckInService } from './check-in/service.ts'
import { guestRequests, guestVisits, joinedGuests } from './guests/collection.ts'
import { guestRoutes, namedGuestRoutes, visitorGuestRoutes } from './guests/routes.ts'
import { createGuestService, guestsAccountData, joinedGuestsAccountData } from './guests/service.ts'
import { eventGuestView } from './guests/view.ts'
import { eventAddressInvitations } from './invitations/collection.ts'
import { eventInvitationRoutes } from './invitations/routes.ts'
import { createEventInvitationService, eventInvitationsAccountData } from './invitations/service.ts'
import { eventInvitationView } from './invitations/view.ts'
import { answerRoutes, answerTotalRoutes } from './questions/routes.ts'
import { createQuestionService, eventAnswersAccountData } from './questions/service.ts'
import { answerView } from './questions/view.ts'
import { eventSeats, movedEvents } from './rsvps/seats/collection.ts'
import { assertNoRsvps, capacityProblem, deleteBatch } from './rsvps/seats/transactions.ts'
import { rsvpRoutes } from './rsvps/routes.ts'
import { checkInsAccountData, rsvpsAccountData } from './rsvps/account-data.ts'
import { createRsvpService } from './rsvps/service.ts'
import { rsvpView, waitlistPromotionView } from './rsvps/view.ts'
import { newSeriesEvents, seriesMembers } from './series/collection.ts'
import { seriesRsvpRoutes } from './series/routes.ts'
import { createSeriesService, seriesAccountData } from './series/service.ts'

export const views = [rsvpView, waitlistPromotionView, answerView, eventGuestView, eventInvitationView]
export const collections = [
  ...views.map((view) => view.of),
  eventSeats,
  movedEvents,
  eventAddressInvitations,
  guestVisits,
  guestRequests,
  joinedGuests,
  seriesMembers,
  newSeriesEvents,
]

interface Earlier {
  operations: Operations
  community: Community
  people: People
  accounts: Accounts
  prestige: Prestige
  events: Events
}

export type Attendance = ReturnType<typeof createAttendance>

export function createAttendance(
  { config, store, clock, newId, mailer }: Platform,
  { operations, community, people, accounts, prestige, events }: Earlier,
) {
  const { withEventLock, eventAccess, eventAudit } = events
  const questions = createQuestionService({ store, clock, eventAccess })
  const rsvps = createRsvpService({
    store,
    clock,
    operations,
    people,
    prestige,
    eventAccess,
    withEventLock,
    questions,
  })
  const series = createSeriesService({ store, clock, operations, people, eventAccess, questions, rsvps })
  const invitations = createEventInvitationService({
    store,
    clock,
    operations,
    accounts,
    people,
    eventAccess,
    eventAudit,
  })
  const guests = createGuestService({
    config,
    store,
    clock,
    newId,
    mailer,
    operations,
    community,
    accounts,
    people,
    eventAccess,
    questions,
    rsvps,
  })
  const checkIn = createCheckInService({ config, store, clock, eventAccess, eventAudit, rsvps })

  eventAccess.addGuestList(invitations.guestAt)
  events.writer.onChange(rsvps.eventChanged)
  events.writer.onCancelled(rsvps.eventCancelled)
  events.writer.onMoved(rsvps.moves.reschedule)
  events.writer.onPublished(series.eventPublished)
  events.lifecycle.onUnpublished(assertNoRsvps)
  events.editor.addDeletion(deleteBatch)
  events.seriesEditor.addProblem(capacityProblem)
  people.members.onMembershipChanged(rsvps.membershipChanged)
  people.members.onMembershipChanged(invitations.membershipChanged)
  people.members.onMembershipChanged(guests.joining.joined)
  accounts.invitations.acceptance.onUsed(invitations.accepted)

  const routes: RoutesByScope = {
    everyone: [at('/public-events', visitorGuestRoutes, { guests }), at('/guests', guestRoutes, { guests })],
    members: [
      at('/events', namedGuestRoutes, { guests }),
      at('/events', rsvpRoutes, { rsvps }),
      at('/events', seriesRsvpRoutes, { series }),
      at('/events', answerRoutes, { questions }),
      at('/events', checkInCodeRoutes, { checkIn }),
    ],
    'event teams': [
      at('/events', eventInvitationRoutes, { invitations }),
      at('/events', answerTotalRoutes, { questions }),
      at('/events', checkInRoutes, { checkIn }),
    ],
  }

  return {
    questions,
    rsvps,
    series,
    invitations,
    guests,
    checkIn,
    routes,
    jobs: [
      { name: 'offered seats', every: MINUTE, run: rsvps.expireOffers },
      { name: 'unanswered requests', every: HOUR, run: rsvps.expireRequests },
      { name: 'moved events', every: MINUTE, run: rsvps.moves.finishMoves },
      { name: 'new events of series', every: MINUTE, run: series.followNewEvents },
      { name: 'invitations of guests', every: HOUR, run: guests.ending.inviteToJoin },
      { name: 'data of guests', every: HOUR, run: guests.ending.deleteDue },
      { name: 'old answers', every: DAY, run: questions.deleteDue },
    ] satisfies Module['jobs'],
    accountDataParts: [
      rsvpsAccountData(rsvps),
      eventAnswersAccountData(questions),
      seriesAccountData(series),
      eventInvitationsAccountData(invitations),
      guestsAccountData(guests),
      joinedGuestsAccountData(guests),
      checkInsAccountData(rsvps),
    ] satisfies Module['accountDataParts'],
  }
}

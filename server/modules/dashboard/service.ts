import { type Dashboard, type FirstSteps, PROFILE_STEPS, type ProfileStep } from '#shared/dashboard/schema.ts'
import { DAY, MINUTE } from '#shared/lib/durations.ts'
import type { MeetingSummary } from '#shared/meetings/schema.ts'
import type { OwnProfile } from '#shared/people/members.ts'
import { isCurrent } from '#shared/people/profile.ts'
import type { Actor } from '#server/modules/actor.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import type { Accounts } from '#server/modules/accounts/module.ts'
import type { Community } from '#server/modules/community/module.ts'
import type { Attendance } from '#server/modules/attendance/module.ts'
import type { Programme } from '#server/modules/programme/module.ts'
import type { Meetings } from '#server/modules/meetings/module.ts'
import type { People } from '#server/modules/people/module.ts'
import type { Prestige } from '#server/modules/prestige/module.ts'
import type { Rounds } from '#server/modules/rounds/module.ts'
import type { Store } from '#server/store/port.ts'

import type { OrganiserFigures } from './organiser-figures.ts'
import { newMemberProgress } from './queries.ts'

interface Deps {
  store: Pick<Store, 'views'>
  clock: Clock
  community: Community
  people: People
  accounts: Accounts
  prestige: Prestige
  attendance: Attendance
  programme: Programme
  meetings: Meetings
  rounds: Rounds
  organiserFigures: OrganiserFigures
}

const SEVEN_DAYS = 7 * DAY
/** Later than any event. */
const END_OF_TIME = '9999'
/** Milliseconds after joining for which the first steps are shown. */
const FIRST_STEPS_SHOWN = 60 * DAY
const UPCOMING_SHOWN = 3
/** Number of introductions for new members, and for everyone else. */
const SUGGESTIONS_TO_NEW = 3
const SUGGESTIONS = 1

export type DashboardService = ReturnType<typeof createDashboardService>

export function createDashboardService({
  store,
  clock,
  community,
  people,
  accounts,
  prestige,
  attendance,
  programme,
  meetings,
  rounds,
  organiserFigures,
}: Deps) {
  const { members, connections, notes, suggestions, introductions } = people

  /** Undefined once all are done or dismissed, or when the member is no longer new. */
  async function firstSteps(profile: OwnProfile, now: number): Promise<FirstSteps | undefined> {
    if (profile.firstStepsDismissedAt) return undefined
    if (now - Date.parse(profile.joinedAt) > FIRST_STEPS_SHOWN) return undefined
    const times = { now: isoInstant(now), since: isoInstant(now - FIRST_STEPS_SHOWN) }
    const { eventId, ...done } = newMemberProgress(await store.views(), profile.id, times)
    const { page } = await community.publicSettings()
    const steps = {
      photo: profile.photo !== '',
      asksAndOffers: [profile.asks, profile.offers].every((all) => all.some((one) => isCurrent(one, now))),
      ...done,
      ...(page.friends && { friend: await accounts.invitations.sender.hasInvitedFriend(profile.id) }),
    }
    return Object.values(steps).every(Boolean) ? undefined : { ...steps, eventId }
  }

  /** The member's next event or meeting. @param coming their meetings that have a time */
  async function firstLater(
    memberId: string,
    coming: readonly MeetingSummary[],
  ): Promise<Dashboard['later']> {
    const now = isoInstant(clock())
    const { events } = await attendance.rsvps.reader.agenda(memberId, END_OF_TIME)
    const [event] = events
    const [meeting] = coming
      .filter(({ startsAt = '' }) => startsAt > now)
      .toSorted((a, b) => a.startsAt!.localeCompare(b.startsAt!))
    if (event && !(meeting && meeting.startsAt! < event.startsAt)) return { events: [event], meetings: [] }
    return meeting && { events: [], meetings: [meeting] }
  }

  return {
    async get(actor: Actor): Promise<Dashboard> {
      const now = clock()
      const until = isoInstant(now + SEVEN_DAYS)
      const own = members.ownProfile(actor)
      const rsvps = attendance.rsvps.reader.agenda(actor.id, until)
      const tasks = meetings.meetings.lists.tasksOf(actor.id)
      const steps = own.then((profile) => firstSteps(profile, now))
      const agenda = Promise.all([rsvps, tasks]).then(([answered, { coming }]) => ({
        events: answered.events,
        meetings: coming.filter((meeting) => isWithin(meeting, now, until)),
      }))
      const [
        profile,
        unfinished,
        { offers },
        { coming: _, ...meetingTasks },
        nextSevenDays,
        upcoming,
        later,
        suggested,
        requests,
        askedIntroductions,
        reminders,
        latestPrestige,
        organiser,
        openRounds,
      ] = await Promise.all([
        own,
        steps,
        rsvps,
        tasks,
        agenda,
        agenda.then((days) => (isEmpty(days) ? programme.reader.next(actor, UPCOMING_SHOWN) : [])),
        Promise.all([agenda, tasks]).then(([days, { coming }]) =>
          isEmpty(days) ? firstLater(actor.id, coming) : undefined,
        ),
        Promise.all([own, steps]).then(([self, isNew]) =>
          suggestions.suggestions(self, isNew ? SUGGESTIONS_TO_NEW : SUGGESTIONS),
        ),
        connections.lists.list(actor.id, { list: 'received' }),
        introductions.askedOf(actor.id),
        own.then(({ timeZone }) => notes.dueReminders(actor.id, dayIn(timeZone, now))),
        prestige.statements.latest(actor.id),
        organiserFigures.of(actor),
        rounds.participants.openFor(actor.id),
      ])
      return {
        displayName: profile.displayName,
        requests: requests.items,
        offers,
        reminders,
        meetingTasks,
        askedIntroductions,
        nextSevenDays,
        later,
        // The member knows of their own.
        upcoming: upcoming.filter(({ id }) => later?.events[0]?.id !== id),
        suggestions: suggested,
        prestige: latestPrestige,
        firstSteps: unfinished,
        organiser,
        rounds: openRounds,
        profile: completenessOf(profile, now),
      }
    },
  }
}

const isEmpty = ({ events, meetings }: Dashboard['nextSevenDays']) =>
  events.length === 0 && meetings.length === 0

/** @param now milliseconds @param until ISO instant */
const isWithin = ({ startsAt = '', durationMinutes }: MeetingSummary, now: number, until: string) =>
  startsAt < until && Date.parse(startsAt) + durationMinutes * MINUTE > now

const dayIn = (timeZone: string, now: number) =>
  Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone).toPlainDate().toString()

/** Ignores expired asks and offers. */
function completenessOf(profile: OwnProfile, now: number) {
  const filled: Record<ProfileStep, boolean> = {
    displayName: profile.displayName !== '',
    headline: profile.headline !== '',
    company: profile.company !== '',
    industry: profile.industry !== '',
    city: Boolean(profile.address.city),
    bio: profile.bio !== '',
    goals: profile.goals !== '',
    asks: profile.asks.some((ask) => isCurrent(ask, now)),
    offers: profile.offers.some((offer) => isCurrent(offer, now)),
    keywords: profile.keywords.length > 0,
  }
  const missing = PROFILE_STEPS.filter((step) => !filled[step])
  return { completeness: Math.round(100 * (1 - missing.length / PROFILE_STEPS.length)), missing }
}

import type { Connection, Introduction, Reminder } from '#shared/connections.ts'
import {
  type Dashboard,
  type FirstSteps,
  type OrganiserFigures,
  PROFILE_STEPS,
  type ProfileStep,
} from '#shared/dashboard.ts'
import type { EventSummary, SeatOffer } from '#shared/events.ts'
import type { MeetingSummary, MeetingTasks } from '#shared/meetings.ts'
import type { OwnProfile } from '#shared/members.ts'
import { isCurrent } from '#shared/profile.ts'
import type { Actor } from '#server/features/session/types.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'

interface Deps {
  clock: Clock
  ownProfile: (actor: Actor) => Promise<OwnProfile>
  requests: (memberId: string) => Promise<Connection[]>
  offers: (memberId: string) => Promise<SeatOffer[]>
  /** Due on this day (`YYYY-MM-DD`) or earlier. */
  reminders: (memberId: string, today: string) => Promise<Reminder[]>
  /** Events the member RSVP'd to that are not over and start before `until` (ISO instant). */
  events: (memberId: string, until: string) => Promise<EventSummary[]>
  meetingTasks: (memberId: string) => Promise<MeetingTasks>
  meetings: (memberId: string, until: string) => Promise<MeetingSummary[]>
  upcoming: (actor: Actor, limit: number) => Promise<EventSummary[]>
  introductions: (own: OwnProfile, limit: number) => Promise<Introduction[]>
  /** Whether the member ever answered an event, other than with can't go. */
  hasAnswered: (memberId: string) => Promise<boolean>
  organiserFigures: (actor: Actor) => Promise<OrganiserFigures | undefined>
}

const DAY = 24 * 60 * 60 * 1_000
const SEVEN_DAYS = 7 * DAY
/** How long after joining the first steps are shown. */
const FIRST_STEPS_SHOWN = 60 * DAY
const UPCOMING_SHOWN = 3
/** To someone who is new, and to everyone else. */
const INTRODUCTIONS_TO_NEW = 3
const INTRODUCTIONS = 1

export type DashboardService = ReturnType<typeof createDashboardService>

export function createDashboardService(deps: Deps) {
  const { clock, ownProfile } = deps

  async function firstStepsOf(profile: OwnProfile, now: number): Promise<FirstSteps | undefined> {
    if (now - Date.parse(profile.joinedAt) > FIRST_STEPS_SHOWN) return undefined
    const steps = {
      photo: profile.photo !== '',
      asksAndOffers: [profile.asks, profile.offers].every((all) => all.some((one) => isCurrent(one, now))),
      firstEvent: await deps.hasAnswered(profile.id),
    }
    return Object.values(steps).every(Boolean) ? undefined : steps
  }

  return {
    async get(actor: Actor): Promise<Dashboard> {
      const now = clock()
      const until = isoInstant(now + SEVEN_DAYS)
      const own = ownProfile(actor)
      const firstSteps = own.then((profile) => firstStepsOf(profile, now))
      const events = deps.events(actor.id, until)
      const meetings = deps.meetings(actor.id, until)
      const [profile, requests, offers, reminders, upcoming, introductions, organiser, meetingTasks] =
        await Promise.all([
          own,
          deps.requests(actor.id),
          deps.offers(actor.id),
          own.then(({ timeZone }) => deps.reminders(actor.id, dayIn(timeZone, now))),
          Promise.all([events, meetings]).then((agenda) =>
            agenda.flat().length === 0 ? deps.upcoming(actor, UPCOMING_SHOWN) : [],
          ),
          Promise.all([own, firstSteps]).then(([self, unfinished]) =>
            deps.introductions(self, unfinished ? INTRODUCTIONS_TO_NEW : INTRODUCTIONS),
          ),
          deps.organiserFigures(actor),
          deps.meetingTasks(actor.id),
        ])
      const steps = await firstSteps
      return {
        displayName: profile.displayName,
        requests,
        offers,
        reminders,
        meetingTasks,
        nextSevenDays: { events: await events, meetings: await meetings },
        upcoming,
        introductions,
        ...(steps && { firstSteps: steps }),
        ...(organiser && { organiser }),
        profile: completenessOf(profile, now),
      }
    },
  }
}

const dayIn = (timeZone: string, now: number) =>
  Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone).toPlainDate().toString()

/** Expired asks and offers do not count. */
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

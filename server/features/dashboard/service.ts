import type { Connection, Introduction, Reminder } from '#shared/connections.ts'
import {
  type Dashboard,
  type FirstSteps,
  type OrganiserFigures,
  PROFILE_STEPS,
  type ProfileStep,
} from '#shared/dashboard.ts'
import type { EventSummary, SeatOffer } from '#shared/events.ts'
import type { AskedIntroduction } from '#shared/member-introductions.ts'
import type { MeetingSummary, MeetingTasks } from '#shared/meetings.ts'
import type { OwnProfile } from '#shared/members.ts'
import type { LatestPrestige } from '#shared/prestige.ts'
import { isCurrent } from '#shared/profile.ts'
import type { Actor } from '#server/features/session/types.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'

interface Deps {
  clock: Clock
  ownProfile: (actor: Actor) => Promise<OwnProfile>
  requests: (memberId: string) => Promise<Connection[]>
  /** Due on this day (`YYYY-MM-DD`) or earlier. */
  reminders: (memberId: string, today: string) => Promise<Reminder[]>
  /** Events they are going to that are not over and start before `until` (ISO instant), and offers. */
  agenda: (memberId: string, until: string) => Promise<{ events: EventSummary[]; offers: SeatOffer[] }>
  hasRecentRsvp: (memberId: string) => Promise<boolean>
  meetingTasks: (memberId: string) => Promise<MeetingTasks & { coming: MeetingSummary[] }>
  askedIntroductions: (memberId: string) => Promise<AskedIntroduction[]>
  prestige: (memberId: string) => Promise<LatestPrestige>
  upcoming: (actor: Actor, limit: number) => Promise<EventSummary[]>
  introductions: (own: OwnProfile, limit: number) => Promise<Introduction[]>
  organiserFigures: (actor: Actor) => Promise<OrganiserFigures | undefined>
}

const MINUTE = 60 * 1_000
const DAY = 24 * 60 * MINUTE
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

  /** Undefined once all are done, or when the member is no longer new. */
  async function firstSteps(profile: OwnProfile, now: number): Promise<FirstSteps | undefined> {
    if (now - Date.parse(profile.joinedAt) > FIRST_STEPS_SHOWN) return undefined
    const steps = {
      photo: profile.photo !== '',
      asksAndOffers: [profile.asks, profile.offers].every((all) => all.some((one) => isCurrent(one, now))),
      firstEvent: await deps.hasRecentRsvp(profile.id),
    }
    return Object.values(steps).every(Boolean) ? undefined : steps
  }

  return {
    async get(actor: Actor): Promise<Dashboard> {
      const now = clock()
      const until = isoInstant(now + SEVEN_DAYS)
      const own = ownProfile(actor)
      const rsvps = deps.agenda(actor.id, until)
      const tasks = deps.meetingTasks(actor.id)
      const steps = own.then((profile) => firstSteps(profile, now))
      const agenda = Promise.all([rsvps, tasks]).then(([{ events }, { coming }]) => ({
        events,
        meetings: coming.filter((meeting) => isWithin(meeting, now, until)),
      }))
      const [
        profile,
        unfinished,
        { offers },
        { coming: _, ...meetingTasks },
        nextSevenDays,
        upcoming,
        introductions,
        requests,
        askedIntroductions,
        reminders,
        prestige,
        organiser,
      ] = await Promise.all([
        own,
        steps,
        rsvps,
        tasks,
        agenda,
        agenda.then((days) =>
          Object.values(days).flat().length === 0 ? deps.upcoming(actor, UPCOMING_SHOWN) : [],
        ),
        Promise.all([own, steps]).then(([self, isNew]) =>
          deps.introductions(self, isNew ? INTRODUCTIONS_TO_NEW : INTRODUCTIONS),
        ),
        deps.requests(actor.id),
        deps.askedIntroductions(actor.id),
        own.then(({ timeZone }) => deps.reminders(actor.id, dayIn(timeZone, now))),
        deps.prestige(actor.id),
        deps.organiserFigures(actor),
      ])
      return {
        displayName: profile.displayName,
        requests,
        offers,
        reminders,
        meetingTasks,
        askedIntroductions,
        nextSevenDays,
        upcoming,
        introductions,
        prestige,
        ...(unfinished && { firstSteps: unfinished }),
        ...(organiser && { organiser }),
        profile: completenessOf(profile, now),
      }
    },
  }
}

/** @param now milliseconds @param until ISO instant */
const isWithin = ({ startsAt = '', durationMinutes }: MeetingSummary, now: number, until: string) =>
  startsAt < until && Date.parse(startsAt) + durationMinutes * MINUTE > now

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

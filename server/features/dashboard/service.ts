import type { Connection, Introduction, Reminder } from '#shared/connections.ts'
import { type Dashboard, PROFILE_STEPS, type ProfileStep } from '#shared/dashboard.ts'
import type { EventSummary, SeatOffer } from '#shared/events.ts'
import type { MeetingSummary } from '#shared/meetings.ts'
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
  meetings: (memberId: string, until: string) => Promise<MeetingSummary[]>
  introduction: (own: OwnProfile) => Promise<Introduction | undefined>
}

const SEVEN_DAYS = 7 * 24 * 60 * 60 * 1_000

export type DashboardService = ReturnType<typeof createDashboardService>

export function createDashboardService(deps: Deps) {
  const { clock, ownProfile } = deps
  return {
    async get(actor: Actor): Promise<Dashboard> {
      const now = clock()
      const until = isoInstant(now + SEVEN_DAYS)
      const own = ownProfile(actor)
      const [profile, requests, offers, reminders, events, meetings, introduction] = await Promise.all([
        own,
        deps.requests(actor.id),
        deps.offers(actor.id),
        own.then(({ timeZone }) => deps.reminders(actor.id, dayIn(timeZone, now))),
        deps.events(actor.id, until),
        deps.meetings(actor.id, until),
        own.then(deps.introduction),
      ])
      return {
        displayName: profile.displayName,
        requests,
        offers,
        reminders,
        nextSevenDays: { events, meetings },
        ...(introduction && { introduction }),
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

import type { Connection } from '#shared/connections.ts'
import { type Dashboard, PROFILE_STEPS, type ProfileStep } from '#shared/dashboard.ts'
import type { EventSummary } from '#shared/events.ts'
import type { MeetingSummary } from '#shared/meetings.ts'
import type { OwnProfile } from '#shared/members.ts'
import type { Actor } from '#server/lib/actor.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'

interface Deps {
  clock: Clock
  ownProfile: (actor: Actor) => Promise<OwnProfile>
  requests: (memberId: string) => Promise<Connection[]>
  /** What the member takes part in from now until the instant. */
  events: (memberId: string, until: string) => Promise<EventSummary[]>
  meetings: (memberId: string, until: string) => Promise<MeetingSummary[]>
}

const SEVEN_DAYS = 7 * 24 * 60 * 60 * 1_000

export type DashboardService = ReturnType<typeof createDashboardService>

export function createDashboardService({ clock, ownProfile, requests, events, meetings }: Deps) {
  return {
    async of(actor: Actor): Promise<Dashboard> {
      const until = isoInstant(clock() + SEVEN_DAYS)
      const [profile, waiting, going, meeting] = await Promise.all([
        ownProfile(actor),
        requests(actor.id),
        events(actor.id, until),
        meetings(actor.id, until),
      ])
      return {
        displayName: profile.displayName,
        requests: waiting,
        nextSevenDays: { events: going, meetings: meeting },
        profile: completenessOf(profile),
      }
    },
  }
}

function completenessOf(profile: OwnProfile) {
  const filled: Record<ProfileStep, boolean> = {
    displayName: profile.displayName !== '',
    headline: profile.headline !== '',
    company: profile.company !== '',
    industry: profile.industry !== '',
    city: Boolean(profile.address.city),
    bio: profile.bio !== '',
    goals: profile.goals !== '',
    asks: profile.asks.length > 0,
    offers: profile.offers.length > 0,
    keywords: profile.keywords.length > 0,
  }
  const missing = PROFILE_STEPS.filter((step) => !filled[step])
  return { completeness: Math.round(100 * (1 - missing.length / PROFILE_STEPS.length)), missing }
}

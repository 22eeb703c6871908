import type { AuditLog } from '#server/features/audit/service.ts'
import { createConsentService } from '#server/features/consents/service.ts'
import { createIndustryMoves } from '#server/features/industries/service.ts'
import { createSettingsHistory } from '#server/features/community-settings/history.ts'
import { createPublicSettings } from '#server/features/community-settings/public.ts'
import { createCommunitySettings } from '#server/features/community-settings/service.ts'
import type { ImageService } from '#server/features/images/service.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { Job } from '#server/lib/jobs.ts'
import type { Logger } from '#server/lib/logger.ts'
import { defaultVisibility } from '#shared/profile.ts'
import type { LaterCalls } from '#server/later-calls.ts'
import type { Store } from '#server/store/port.ts'

const MINUTE = 60 * 1_000

interface Deps {
  store: Store
  clock: Clock
  auditLog: AuditLog
  images: ImageService
  logger: Logger
  later: Pick<LaterCalls, 'moveIndustry' | 'namesForAdmins'>
}

/** Constructs what admins decide for the whole community. A part of `createServices`. */
export function createCommunity({ store, clock, auditLog, logger, images, later }: Deps) {
  const moves = createIndustryMoves({ store, clock, moveMembers: later.moveIndustry })
  const settings = createCommunitySettings({
    store,
    clock,
    audit: auditLog.record,
    onChange: {
      industries: moves.plan,
      // The logo before it stays stored: an undo brings it back.
      logo: (tx, { actor, before, after }) =>
        after.image === before.image
          ? Promise.resolve()
          : images.use(tx, 'settings:logo', {
              id: after.image,
              oldId: '',
              by: actor.id,
              copyOf: 'settings:logo',
            }),
    },
  })
  const ofPages = createPublicSettings(settings)
  const history = createSettingsHistory({ changesOf: auditLog.changesOf, namesOf: later.namesForAdmins })

  return {
    /** Resolves once this process follows the changes. */
    start: settings.start,
    current: settings.current,
    ofPages,
    texts: async () => (await ofPages()).texts,
    accent: async () => (await settings.current('accent')).value,
    isLogo: async (imageId: string) => (await settings.current('logo')).value.image === imageId,
    consents: createConsentService({ store, clock, present: async () => (await ofPages()).texts.consent }),
    industries: async () => new Set((await settings.current('industries')).value.names),
    visibilityOfNewcomers: async () =>
      defaultVisibility((await settings.current('profiles')).value.visibility),
    allowsSearchEngines: async () => (await settings.current('profiles')).value.searchEngines,
    jobs: [{ name: 'industry moves', every: MINUTE, run: moves.finish }] satisfies Job[],
    /** What the routes of the admin area call. */
    admin: {
      current: settings.current,
      history,
      async save(...change: Parameters<typeof settings.save>) {
        const saved = await settings.save(...change)
        // At once here; the job resumes what an interruption leaves.
        if (change[1] === 'industries')
          moves.finish().catch((err: unknown) => logger.error({ err }, 'members not moved'))
        return saved
      },
    },
  }
}

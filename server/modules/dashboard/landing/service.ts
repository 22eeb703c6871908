import { hash } from 'node:crypto'

import * as m from '#shared/community/messages.ts'
import type { LandingCommunity } from '#shared/community/landing.ts'
import { HOUR } from '#shared/lib/durations.ts'
import { language } from '#shared/lib/language/current.ts'
import type { Language } from '#shared/lib/language/languages.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import type { Store } from '#server/store/port.ts'
import type { ViewReader } from '#server/views/sql.ts'

import { facesBefore, facesFrom, isFace, landingCounts } from './queries.ts'

interface Deps {
  store: Pick<Store, 'views'>
  clock: Clock
}

const MAX_FACES = 8
/** Fewer would look like the whole community, or disclose who is new. */
const MIN_FACES = 3
const MIN_COUNT = 20

export type LandingService = ReturnType<typeof createLanding>

/** Figures and members of the landing page, for people without a session. */
export function createLanding({ store, clock }: Deps) {
  const latest = new Map<Language, { key: string; shown: LandingCommunity }>()
  let counted: { until: number; counts: ReturnType<typeof landingCounts> } | undefined

  function countsAt(views: ViewReader, now: number) {
    const year = new Date(now).getUTCFullYear()
    if (!counted || counted.until <= now)
      counted = { until: now + HOUR, counts: landingCounts(views, { from: `${year}`, to: `${year + 1}` }) }
    return counted.counts
  }

  return {
    /** Returns the same object per language until it changes, so that the page is rendered once. */
    async current(): Promise<LandingCommunity> {
      const views = await store.views()
      const now = clock()
      const faces = facesOn(views, isoInstant(now).slice(0, 10))
      const counts = countsAt(views, now)
      const key = JSON.stringify([faces, counts])
      const known = latest.get(language())
      if (known?.key === key) return known.shown
      const shown = { faces, figures: figuresOf(counts) }
      latest.set(language(), { key, shown })
      return shown
    },

    /** Whether it is the photo of a member who may be on the page now. */
    isFace: async (imageId: string) => isFace(await store.views(), imageId),
  }
}

/** Others each day, so that all who allow it have their turn. */
function facesOn(views: ViewReader, day: string) {
  const start = hash('sha256', day)
  const first = facesFrom(views, start, MAX_FACES)
  const faces = [...first, ...facesBefore(views, start, MAX_FACES - first.length)]
  return faces.length < MIN_FACES ? [] : faces
}

const figuresOf = (counts: ReturnType<typeof landingCounts>) =>
  (['members', 'events', 'meetings'] as const)
    .filter((figure) => counts[figure] >= MIN_COUNT)
    .map((figure) => ({
      value: m.landingCount({ count: roundedDown(counts[figure]) }),
      label: m.landingFigure({ figure }),
    }))

/** To two digits, or to tens: the next member or meeting seldom shows. */
function roundedDown(count: number) {
  const step = 10 ** Math.max(1, String(count).length - 2)
  return Math.floor(count / step) * step
}

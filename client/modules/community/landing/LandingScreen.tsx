import type { ReactNode } from 'react'

import * as m from '#shared/community/messages.ts'
import { readSettings } from '#client/lib/settings.ts'

import { Landing } from './Landing.tsx'

/** @param upcoming the next public events */
export function LandingScreen({ upcoming }: { upcoming: ReactNode }) {
  const { PRODUCT_NAME, PRODUCT_SLUG, COMMUNITY } = readSettings()
  return (
    <>
      <title>{m.tabTitle({ product: PRODUCT_NAME })}</title>
      <Landing
        product={{ name: PRODUCT_NAME, slug: PRODUCT_SLUG }}
        host={COMMUNITY?.organisation}
        text={COMMUNITY?.landing}
        upcoming={upcoming}
      />
    </>
  )
}

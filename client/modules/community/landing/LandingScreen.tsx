import type { ReactNode } from 'react'

import * as m from '#shared/community/messages.ts'
import type { LandingCommunity } from '#shared/community/landing.ts'
import { readSettings } from '#client/lib/settings.ts'

import { Landing } from './Landing.tsx'

interface Props {
  /** The next public events. */
  upcoming: ReactNode
  community: LandingCommunity | undefined
}

export function LandingScreen({ upcoming, community }: Props) {
  const { PRODUCT_NAME, PRODUCT_SLUG, COMMUNITY } = readSettings()
  return (
    <>
      <title>{m.tabTitle({ product: PRODUCT_NAME })}</title>
      <Landing
        product={{ name: PRODUCT_NAME, slug: PRODUCT_SLUG }}
        host={COMMUNITY?.organisation}
        text={COMMUNITY?.landing}
        upcoming={upcoming}
        community={community}
      />
    </>
  )
}

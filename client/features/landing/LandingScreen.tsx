import { readSettings } from '#client/lib/settings.ts'

import { Landing } from './Landing.tsx'

export function Component() {
  const { PRODUCT_NAME, PRODUCT_SLUG } = readSettings()
  return (
    <>
      <title>{`${PRODUCT_NAME}: a members’ network`}</title>
      <Landing product={{ name: PRODUCT_NAME, slug: PRODUCT_SLUG }} />
    </>
  )
}

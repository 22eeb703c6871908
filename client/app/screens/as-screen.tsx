import { type ComponentType, Suspense, useEffect } from 'react'
import { Outlet, useLocation, useNavigation } from 'react-router-dom'

import { firstContentShown } from '#client/lib/first-content.ts'
import { readSettings } from '#client/lib/settings.ts'
import { ScreenSpinner } from '#client/ui/Spinner.tsx'

/**
 * A screen of a path, or one of several, which shows a spinner until its code and data have loaded. Each has a boundary
 * of its own: one that has shown another screen keeps showing that, and a view transition between them would freeze the
 * page for as long as it waits.
 */
export const asScreen = <Props extends object>(Content: ComponentType<Props>) =>
  function Screen(props: Props) {
    const { pathname } = useLocation()
    return (
      <Suspense key={pathname} fallback={<Loading />}>
        <Content {...props} />
        <Shown />
      </Suspense>
    )
  }

/** The title of the last screen has gone with it. */
const Loading = () => (
  <>
    <title>{readSettings().PRODUCT_NAME}</title>
    <ScreenSpinner />
  </>
)

/** Commits together with the screen's content. */
function Shown() {
  useEffect(firstContentShown, [])
  return null
}

/** The place of the screen in the shell: a spinner while its code loads. */
export function ScreenOutlet() {
  const loading = useNavigation().state === 'loading'
  return loading ? <Loading /> : <Outlet />
}

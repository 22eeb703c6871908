import { Outlet, useNavigation } from 'react-router-dom'

import { ScreenSpinner } from '#client/ui/Spinner.tsx'

/** The place of the screen in its shell: a spinner while its code loads. */
export function ScreenOutlet() {
  const loading = useNavigation().state === 'loading'
  return loading ? <ScreenSpinner /> : <Outlet />
}

import { useLocation, useNavigate } from 'react-router-dom'

import { rememberReturn } from '#client/lib/auth/return-path.ts'
import { Button } from '#client/ui/Button.tsx'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import * as m from '#shared/app/messages.ts'
import { paths } from '#shared/lib/paths.ts'

/** Goes home if the previous history entry is not on this site. */
export function GoBack() {
  const navigate = useNavigate()
  const { key } = useLocation()
  return (
    <Button onClick={() => void (hasEarlierScreen(key) ? navigate(-1) : navigate(paths.landing))}>
      {m.goBack()}
    </Button>
  )
}

/** Whether the previous history entry belongs to this site; a typed address starts a new page. */
const hasEarlierScreen = (key: string) =>
  'navigation' in globalThis
    ? navigation.canGoBack
    : key !== 'default' || document.referrer.startsWith(`${location.origin}/`)

export const GoToHome = ({ children = m.goToHome() }: { children?: string }) => (
  <LinkButton variant="secondary" to={paths.landing}>
    {children}
  </LinkButton>
)

export function GoToLogin() {
  const from = useLocation()
  return (
    <LinkButton
      to={paths.login}
      state={{ from }}
      onClick={() => rememberReturn(from.pathname + from.search + from.hash)}
    >
      {m.goToLogin()}
    </LinkButton>
  )
}

export const Reload = ({ children }: { children: string }) => (
  <Button onClick={() => location.reload()}>{children}</Button>
)

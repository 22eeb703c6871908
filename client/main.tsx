import './ui/styles/tokens.css'
import './ui/styles/base.css'
import './ui/styles/fonts.css'
// oxlint-disable import/no-unassigned-import -- The landing and the account screens need these, which are too small
// for a file of their own.
import '#client/modules/events/public-events/EventPicture.tsx'
import '#client/modules/events/public-events/OwnTime.tsx'
import '#client/ui/rich.tsx'
import '#shared/lib/language/format.ts'
import '#shared/lib/image-rules.ts'
// oxlint-enable import/no-unassigned-import

import { startTransition, StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router-dom'

import { App } from '#client/app/App.tsx'
import { AppCrash } from '#client/app/crash/AppCrash.tsx'
import { firstScreen, createRouter } from '#client/app/router.tsx'
import { openAuth } from '#client/lib/auth/auth.tsx'
import { rememberInvitation, rememberReturn } from '#client/lib/auth/return-path.ts'
import { installErrorLog } from '#client/lib/error-log/error-log.ts'
import { holdInstallPrompt } from '#client/lib/install-prompt.ts'
import { readSettings } from '#client/lib/settings.ts'
import { eventIdAt, paths } from '#shared/lib/paths.ts'
import { moveInMenu } from '#client/ui/overlays/menu-keys.ts'

installErrorLog({ settings: readSettings() })
addEventListener('keydown', moveInMenu)
// Without a connection, browsers decide.
addEventListener(
  'focusin',
  ({ target }) =>
    import('#client/ui/page/keep-focus.ts').then(
      ({ keepFocus }) => keepFocus(target),
      () => {},
    ),
  { once: true },
)
holdInstallPrompt()

const root = document.querySelector<HTMLElement>('#root')
if (!root) throw new Error('The page has no #root')

/** The server has rendered the first view of the screen. */
const isRendered = 'still' in root.dataset

if (isInvitation(root)) {
  rememberReturn(location.pathname + location.search + location.hash)
  history.replaceState(null, '', paths.login)
} else if (location.pathname === paths.login || location.pathname === paths.onboarding) {
  // Its links may be followed before the app has started.
  rememberInvitation(document.referrer)
}

const router = createRouter()
const auth = openAuth()

/** The server knows of no session, so the page of a public event invites to it, and continues as the sign-in. */
function isInvitation({ dataset }: HTMLElement) {
  return isRendered && !('shell' in dataset) && eventIdAt(location.pathname)
}

function draw(container: Element) {
  container.removeAttribute('data-still')
  container.removeAttribute('data-shell')
  const app = (
    <StrictMode>
      <AppCrash>
        <App auth={auth}>
          <RouterProvider router={router} />
        </App>
      </AppCrash>
    </StrictMode>
  )
  // A screen that could not be loaded is not the one in the page.
  if (isRendered && !router.state.errors) hydrateRoot(container, app, { onRecoverableError: ignore })
  else createRoot(container).render(app)
}

/**
 * Extensions and translators change pages before the app starts. React has then rendered the changed screen again, and
 * nothing is lost.
 */
function ignore() {}

// The page stays until the app can render the same, without a blank moment in between. It can be read
// meanwhile, so rendering yields to all other work.
if (isRendered) void firstScreen(router).then(() => startTransition(() => draw(root)))
else draw(root)

import './ui/tokens.css'
import './ui/base.css'
import './ui/fonts.css'

import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

import { App } from '#client/app/App.tsx'
import { AppCrash } from '#client/app/crash/AppCrash.tsx'
import { firstScreen, createRouter } from '#client/app/router.tsx'
import { installErrorLog } from '#client/lib/error-log/error-log.ts'
import { readSettings } from '#client/lib/settings.ts'
import { moveInMenu } from '#client/ui/menu-keys.ts'

installErrorLog({ settings: readSettings() })
addEventListener('keydown', moveInMenu)

const root = document.querySelector('#root')
if (!root) throw new Error('The page has no #root')

const router = createRouter()

function draw(container: Element) {
  container.removeAttribute('data-still')
  keepPlace(container)
  createRoot(container).render(
    <StrictMode>
      <AppCrash>
        <App router={router} />
      </AppCrash>
    </StrictMode>,
  )
}

/** The focus, and a menu that was opened, are in the app where they were in the page as it came, until it replaces it. */
function keepPlace(container: Element) {
  const controls = () => [...container.querySelectorAll<HTMLElement>('a,button')]
  let focused = -1
  const rememberFocus = () => {
    focused = controls().indexOf(document.activeElement as HTMLElement)
  }
  let openId = container.querySelector(':popover-open')?.id
  const rememberMenu = (event: Event) => {
    openId = (event as ToggleEvent).newState === 'open' ? (event.target as Element).id : undefined
  }
  rememberFocus()
  container.addEventListener('focusin', rememberFocus)
  container.addEventListener('beforetoggle', rememberMenu, true)
  const observer = new MutationObserver(() => {
    observer.disconnect()
    container.removeEventListener('focusin', rememberFocus)
    container.removeEventListener('beforetoggle', rememberMenu, true)
    const button = openId && container.querySelector<HTMLElement>(`[popovertarget="${openId}"]`)
    if (button) {
      button.focus()
      button.click()
    }
    // Last: a control in a menu can have the focus once the menu is open.
    controls()[focused]?.focus()
  })
  observer.observe(container, { childList: true })
}

/** A click goes to nothing when what was pressed is replaced before it is released. */
const pointerReleased = () =>
  new Promise<void>((resolve) => {
    if (!document.querySelector(':active')) return resolve()
    for (const end of ['pointerup', 'pointercancel'])
      addEventListener(end, () => setTimeout(resolve), { once: true })
  })

// `/` comes with its screen in the page, which stays until the app can draw the same: no blank moment between. It can
// be read meanwhile, so the drawing yields to whatever else there is to do.
if (root.hasChildNodes())
  void firstScreen(router)
    .then(pointerReleased)
    .then(() => startTransition(() => draw(root)))
else draw(root)

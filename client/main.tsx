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

installErrorLog({ settings: readSettings() })

const root = document.querySelector('#root')
if (!root) throw new Error('The page has no #root')

const router = createRouter()

function draw(container: Element) {
  container.removeAttribute('data-still')
  createRoot(container).render(
    <StrictMode>
      <AppCrash>
        <App router={router} />
      </AppCrash>
    </StrictMode>,
  )
}

// `/` comes with its screen in the page, which stays until the app can draw the same: no blank moment between. It can
// be read meanwhile, so the drawing yields to whatever else there is to do.
if (root.hasChildNodes()) void firstScreen(router).then(() => startTransition(() => draw(root)))
else draw(root)

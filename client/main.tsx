import './ui/tokens.css'
import './ui/base.css'
import './ui/fonts.css'

import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

import { App } from '#client/app/App.tsx'
import { AppCrash } from '#client/app/crash/AppCrash.tsx'
import { installErrorLog } from '#client/lib/error-log/error-log.ts'
import { readSettings } from '#client/lib/settings.ts'

installErrorLog({ settings: readSettings() })

const root = document.querySelector('#root')
if (!root) throw new Error('The page has no #root')

createRoot(root).render(
  <StrictMode>
    <AppCrash>
      <App />
    </AppCrash>
  </StrictMode>,
)

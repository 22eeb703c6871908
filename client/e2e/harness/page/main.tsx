import '#client/ui/styles/tokens.css'
import '#client/ui/styles/base.css'
import '#client/ui/styles/fonts.css'

import { QueryClient } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'

import { AppCrash } from '#client/app/crash/AppCrash.tsx'
import { QueryCache } from '#client/app/shells/PersonalLayout.tsx'
import { installErrorLog } from '#client/lib/error-log/error-log.ts'
import { readSettings } from '#client/lib/settings.ts'

import { Bomb } from './Bomb.tsx'
import { routes } from './routes.tsx'

installErrorLog({ settings: readSettings() })

const router = createBrowserRouter(routes)
const outside = location.pathname === '/app'

createRoot(document.querySelector('#root')!).render(
  <StrictMode>
    <AppCrash>
      {outside && <Bomb />}
      <QueryCache client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <RouterProvider router={router} />
      </QueryCache>
    </AppCrash>
  </StrictMode>,
)

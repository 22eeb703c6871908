import './ui/tokens.css'
import './ui/base.css'
import './ui/fonts.css'

import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router-dom'

import { createQueryClient } from '#client/app/query-client.ts'
import { createRouter } from '#client/app/router.tsx'
import { Toaster } from '#client/ui/Toaster.tsx'

const root = document.querySelector('#root')
if (!root) throw new Error('The page has no #root')

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={createQueryClient()}>
      <Toaster>
        <RouterProvider router={createRouter()} />
      </Toaster>
    </QueryClientProvider>
  </StrictMode>,
)

import './ui/tokens.css'
import './ui/base.css'
import './ui/fonts.css'

import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

import { App } from '#client/app/App.tsx'

const root = document.querySelector('#root')
if (!root) throw new Error('The page has no #root')

createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)

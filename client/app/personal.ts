import type { QueryClient } from '@tanstack/react-query'
import { createContext } from 'react'

/** What is kept for the person who is signed in, once a screen needs it. Another object for everyone who comes. */
export interface Personal {
  cache?: QueryClient
}

export const PersonalContext = createContext<Personal>({})

import type { QueryClient } from '@tanstack/react-query'
import { createContext } from 'react'

/** State of the person who is signed in, created when a screen first needs it. Each person gets a new object. */
export interface Personal {
  cache?: QueryClient
}

export const PersonalContext = createContext<Personal>({})

import { use } from 'react'
import { Outlet } from 'react-router-dom'

import { PersonalContext } from './personal.ts'
import { createQueryClient } from './query-client.ts'
import { QueryCache } from './QueryCache.tsx'

/**
 * Around the screens that ask the server for a person's data, and loaded with the first of them. The cache is held
 * above: it outlives a look at a public screen, but not the person's session.
 */
export function Component() {
  const personal = use(PersonalContext)
  personal.cache ??= createQueryClient()
  return (
    <QueryCache client={personal.cache}>
      <Outlet />
    </QueryCache>
  )
}

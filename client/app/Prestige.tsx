import { lazy } from 'react'

/** On its own, so that the landing page, which links here, names few of the files that it needs. */
const PrestigeWithCache = lazy(async () => ({
  default: (await import('./PrestigeWithCache.tsx')).PrestigeWithCache,
}))

export const Component = () => <PrestigeWithCache />

/** A separate chunk, so that the landing page, which links here, names few of the files that it needs. */
export const Component = import('./PrestigeWithCache.tsx').then(({ PrestigeWithCache }) => PrestigeWithCache)

import type { FastifyRequest } from 'fastify'

import { paths } from '#shared/paths.ts'

interface Deps {
  productSlug: string
  /** Whether the member wants their profile's address to be found. */
  allowsSearchEngines: (memberId: string) => Promise<boolean>
  /** Anyone may ask for a page, and this is the one of which the store is asked. */
  limit: (request: FastifyRequest) => Promise<void>
}

/** Whether search engines may list the screen at a path, and so whether it is sent without `noindex`. */
export type MayBeIndexed = ReturnType<typeof createIndexing>

const MEMBER_PROFILE = new RegExp(`^${paths.memberProfile('')}([\\w.:-]+)/?$`, 'i')

/**
 * Whatever tells nothing to who is not signed in is not to be listed. A profile that is not there looks like one
 * whose owner does not want to be found.
 */
export function createIndexing({ productSlug, allowsSearchEngines, limit }: Deps) {
  const open = new Set<string>([paths.landing, paths.about, paths.prestige(productSlug)])
  return async (path: string, request: FastifyRequest): Promise<boolean> => {
    // A statement is for those who have its link.
    if (open.has(path)) return !/[?&]statement=/.test(request.url)
    const memberId = MEMBER_PROFILE.exec(path)?.[1]
    if (memberId === undefined) return false
    // The page is served also when the store is unreachable or the limit is exceeded.
    return limit(request)
      .then(() => allowsSearchEngines(memberId))
      .catch(() => false)
  }
}

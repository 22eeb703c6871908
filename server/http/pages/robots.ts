import type { FastifyRequest } from 'fastify'

import { paths } from '#shared/lib/paths.ts'

interface Deps {
  productSlug: string
  /** Whether the member allows search engines to list their profile. */
  allowsSearchEngines: (memberId: string) => Promise<boolean>
  /** Limits requests for profile pages: anyone may ask for one, and it reads the store. */
  limit: (request: FastifyRequest) => Promise<void>
}

/** Whether search engines may list the screen at a path, so that it is sent without `noindex`. */
export type MayBeIndexed = ReturnType<typeof createIndexingRule>

const MEMBER_PROFILE = new RegExp(`^${paths.memberProfile('')}([\\w.:-]+)/?$`, 'i')

/**
 * Sets noindex for pages without public content. A missing profile looks like one whose owner does not allow search
 * engines.
 */
export function createIndexingRule({ productSlug, allowsSearchEngines, limit }: Deps) {
  const open = new Set<string>([paths.landing, paths.about, paths.prestige(productSlug)])
  return async (path: string, request: FastifyRequest): Promise<boolean> => {
    // A statement is only for people who have its link.
    if (open.has(path)) return !/[?&]statement=/.test(request.url)
    const memberId = MEMBER_PROFILE.exec(path)?.[1]
    if (memberId === undefined) return false
    // The page is served even when the store is unreachable or the limit is exceeded.
    return limit(request)
      .then(() => allowsSearchEngines(memberId))
      .catch(() => false)
  }
}

import type { QueryClient } from '@tanstack/react-query'

import type { OwnProfile, ProfileEdit } from '#shared/people/members.ts'
import { editOf, preparedEdit } from '#shared/people/profile-edit.ts'
import { ProblemError } from '#client/lib/request-errors.ts'
import { request } from '#client/lib/request.ts'

import { ownProfile } from './own-profile.ts'

/** Changes fields of the own profile. Others that another device has just saved are kept. */
export async function changeOwnProfile(
  cache: QueryClient,
  change: Partial<ProfileEdit>,
): Promise<OwnProfile> {
  // Part of the command, which must not wait silently for the network.
  const query = { ...ownProfile, networkMode: 'always', retry: false } as const
  async function send(profile: OwnProfile) {
    const body = preparedEdit({ ...editOf(profile), ...change })
    const saved = await request('PUT /api/me', { body, ifMatch: profile.version })
    cache.setQueryData(ownProfile.queryKey, saved)
    return saved
  }
  try {
    return await send(await cache.fetchQuery(query))
  } catch (error) {
    // Another device may have changed the profile, or entered what a field needs.
    const isOfLatest = !(error instanceof ProblemError && (error.code === 'stale_version' || error.fields))
    if (isOfLatest) throw error
    return send(await cache.fetchQuery({ ...query, staleTime: 0 }))
  }
}

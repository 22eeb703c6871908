import type { OwnProfile, ProfileEdit } from '#shared/members.ts'
import { editOf } from '#client/lib/profile-edit.ts'
import { type Conflict, mergeEdits } from '#client/lib/profile-merge.ts'
import { ProblemError, request } from '#client/lib/request.ts'

/** What an edit started from. */
export interface Base {
  version: number
  edit: ProfileEdit
}

export const baseOf = (profile: OwnProfile): Base => ({ version: profile.version, edit: editOf(profile) })

/** The same fields were changed elsewhere meanwhile: the person has to say which should stand. */
export class Overtaken extends Error {
  readonly latest: Base
  /** The edit on top of the latest, the fields in question as they were typed. */
  readonly merged: ProfileEdit
  readonly conflicts: readonly Conflict[]

  constructor(latest: Base, { merged, conflicts }: { merged: ProfileEdit; conflicts: readonly Conflict[] }) {
    super('The profile was changed elsewhere in the meantime.')
    this.latest = latest
    this.merged = merged
    this.conflicts = conflicts
  }
}

/**
 * Saves on top of what was saved elsewhere in the meantime.
 * @throws Overtaken where both changed the same field
 */
export async function save(
  edit: ProfileEdit,
  base: Base,
  reload: () => Promise<OwnProfile>,
): Promise<OwnProfile> {
  try {
    return await request<OwnProfile>('/api/me', { method: 'PUT', body: edit, ifMatch: base.version })
  } catch (error) {
    if (!(error instanceof ProblemError && error.status === 412)) throw error
    const latest = baseOf(await reload())
    const merge = mergeEdits(base.edit, edit, latest.edit)
    if (merge.conflicts.length > 0) throw new Overtaken(latest, merge)
    return save(merge.merged, latest, reload)
  }
}

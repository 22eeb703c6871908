import type { OwnProfile, ProfileEdit } from '#shared/members.ts'
import { PROFILE_LIMITS } from '#shared/profile.ts'
import type { Base } from '#client/lib/edits/saving.ts'
import { useEditForm } from '#client/lib/edits/use-edit-form.ts'
import { editOf, normalise } from '#client/lib/profile-edit.ts'
import { request } from '#client/lib/request.ts'

import { DRAFT } from './unsaved.ts'

const baseOf = (profile: OwnProfile): Base<ProfileEdit> => ({
  version: profile.version,
  edit: editOf(profile),
})

interface Options {
  onSaved: (saved: OwnProfile) => Promise<void>
  /** Asks for the profile anew, past every cache. */
  reload: () => Promise<OwnProfile>
}

export const useProfileForm = (profile: OwnProfile, { onSaved, reload }: Options) =>
  useEditForm<ProfileEdit, ProfileEdit, OwnProfile>({
    draft: DRAFT,
    present: baseOf(profile),
    valuesOf: (edit) => edit,
    tidy: normalise,
    editOf: (values) => values,
    check: wrongName,
    send: (body, ifMatch) => request<OwnProfile>('/api/me', { method: 'PUT', body, ifMatch }),
    reload: async () => baseOf(await reload()),
    onSaved,
  })

function wrongName({ displayName }: ProfileEdit): Record<string, string> {
  const { min } = PROFILE_LIMITS.displayName
  return displayName.trim().length < min ? { displayName: `Please use at least ${min} characters.` } : {}
}

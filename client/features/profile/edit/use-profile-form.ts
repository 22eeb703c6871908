import type { OwnProfile, ProfileEdit } from '#shared/members.ts'
import type { Base } from '#client/lib/edits/saving.ts'
import { useEditForm } from '#client/lib/edits/use-edit-form.ts'
import { nameErrors } from '#shared/profile.ts'
import { editOf, normalise } from '#shared/profile-edit.ts'
import { request } from '#client/lib/request.ts'
import { PROFILE_DRAFT } from '#client/features/profile/queries.ts'

const baseOf = (profile: OwnProfile): Base<ProfileEdit> => ({
  version: profile.version,
  edit: editOf(profile),
})

interface Options {
  onSaved: (saved: OwnProfile) => Promise<void>
  /** Fetches the profile past every cache. */
  reload: () => Promise<OwnProfile>
}

export const useProfileForm = (profile: OwnProfile, { onSaved, reload }: Options) =>
  useEditForm<ProfileEdit, ProfileEdit, OwnProfile>({
    draft: PROFILE_DRAFT,
    present: baseOf(profile),
    valuesOf: (edit) => edit,
    normalise,
    editOf: (values) => values,
    check: nameErrors,
    send: (body, ifMatch) => request<OwnProfile>('/api/me', { method: 'PUT', body, ifMatch }),
    reload: async () => baseOf(await reload()),
    onSaved,
  })

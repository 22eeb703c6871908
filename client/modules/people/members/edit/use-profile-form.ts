import type { OwnProfile, ProfileEdit } from '#shared/people/members.ts'
import type { Base } from '#client/lib/edits/saving.ts'
import { useEditForm } from '#client/lib/edits/use-edit-form.ts'
import { nameErrors } from '#shared/people/profile.ts'
import { editOf, preparedEdit } from '#shared/people/profile-edit.ts'
import { request } from '#client/lib/request.ts'
import { PROFILE_DRAFT } from '#client/modules/people/members/queries.ts'

const baseOf = (profile: OwnProfile): Base<ProfileEdit> => ({
  version: profile.version,
  edit: editOf(profile),
})

interface Options {
  onSaved: (saved: OwnProfile) => Promise<void>
  /** Unlike the other fields, a photo is saved at once. */
  onPhotoSaved: (saved: OwnProfile) => Promise<void>
  /** Fetches the profile, bypassing every cache. */
  reload: () => Promise<OwnProfile>
}

export function useProfileForm(profile: OwnProfile, { onSaved, onPhotoSaved, reload }: Options) {
  const editing = useEditForm<ProfileEdit, ProfileEdit, OwnProfile>({
    draft: PROFILE_DRAFT,
    present: baseOf(profile),
    valuesOf: (edit) => edit,
    normalise: preparedEdit,
    editOf: (values) => values,
    check: nameErrors,
    send: (body, ifMatch) => request('PUT /api/me', { body, ifMatch }),
    reload: async () => baseOf(await reload()),
    onSaved,
  })
  return {
    ...editing,
    savePhoto: async (photo: string) => {
      const saved = await editing.saveNow({ photo }, baseOf)
      if (saved) await onPhotoSaved(saved)
    },
  }
}

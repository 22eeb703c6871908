import type { ProfileEdit } from '#shared/members.ts'
import { unsavedFields } from '#client/lib/edits/kept.ts'

export const DRAFT = 'profile'

export const unsavedOfProfile = () => unsavedFields(DRAFT, (edit: ProfileEdit) => edit)

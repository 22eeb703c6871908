import type { ProfileEdit } from '#shared/members.ts'
import { readDraft } from '#client/lib/drafts.ts'
import { changedFields } from '#client/lib/edits/merge.ts'
import type { Base } from '#client/lib/edits/saving.ts'

export const DRAFT = 'profile'
/** Beside the draft: what it started from, without which nobody could tell who changed what. */
export const DRAFT_BASE = 'profile-base'

export const keptBase = () =>
  readDraft(DRAFT) ? (readDraft<Base<ProfileEdit>>(DRAFT_BASE) as Base<ProfileEdit> | undefined) : undefined

/** Fields typed in and not saved, by their paths. */
export function unsavedFields() {
  const [draft, base] = [readDraft<ProfileEdit>(DRAFT), keptBase()]
  return draft && base ? changedFields(base.edit, { ...base.edit, ...draft }) : []
}

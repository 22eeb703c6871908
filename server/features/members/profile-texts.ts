import type { ProfileEdit } from '#shared/members.ts'

/** The edit as it is kept: no space around texts, no entry that is empty or there twice. */
export const tidied = (edit: ProfileEdit): ProfileEdit => ({
  ...edit,
  displayName: edit.displayName.trim(),
})

/** What the schema cannot say. */
export function faultsOf({ timeZone, displayName }: ProfileEdit) {
  if (displayName.trim().length < 2) return { displayName: 'Please use at least 2 characters.' }
  if (!isTimeZone(timeZone)) return { timeZone: 'Please choose a time zone from the list.' }
  return undefined
}

function isTimeZone(value: string) {
  try {
    // Offsets like "+01:00" are accepted by Intl, but are no time zones.
    return /^[A-Za-z]/.test(value) && Boolean(new Intl.DateTimeFormat('en', { timeZone: value }))
  } catch {
    return false
  }
}

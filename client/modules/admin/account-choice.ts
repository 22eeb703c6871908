import type { PersonChoice } from '#client/modules/people/picker/source.ts'

interface Account {
  id: string
  /** Empty until the profile is complete. */
  displayName: string
  email: string
}

/** An account in the results of a search. */
export const accountChoice = ({ id, displayName, email }: Account): PersonChoice =>
  displayName ? { id, displayName, detail: email } : { id, displayName: email }

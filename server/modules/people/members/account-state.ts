import type { AccountStateOf } from '#server/modules/people/relationships/types.ts'

import { members } from './collection.ts'
import { accountStateIn } from './visibility.ts'

/** Reads the member's document, so that commands can decide by it. */
export const accountStateOf: AccountStateOf = async (reader, id) => {
  const member = await reader.get(members, id)
  return member ? accountStateIn(member) : 'unknown'
}

import type { People } from '#server/modules/people/module.ts'

import type { Command } from './document/state.ts'

/** Members whom the member can meet: active ones, without a block between the two. */
export async function meetableFor(
  { members, blocks }: People,
  memberId: string,
): Promise<Command['isPresent']> {
  const [stateOf, hidden] = await Promise.all([members.accountStates(), blocks.hiddenFrom(memberId)])
  return (other) => stateOf(other) === 'active' && !hidden.has(other)
}

import * as m from '#shared/events/messages.ts'
import type { Actor } from '#server/modules/actor.ts'
import { conflict } from '#server/lib/failure.ts'
import type { People } from '#server/modules/people/module.ts'
import type { Transaction } from '#server/store/port.ts'

/**
 * Members who are suspended, and members separated from the actor by a block, look alike.
 * @throws Failure unless the member is active and no block separates the two
 */
export async function assertReachable(
  tx: Transaction,
  { members, blocks }: People,
  { actor, memberId }: { actor: Actor; memberId: string },
) {
  const [state, { byViewer, ofViewer }] = await Promise.all([
    members.accountStateOf(tx, memberId),
    blocks.blocksBetween(tx, actor.id, memberId),
  ])
  if (state === 'active' && !byViewer && !ofViewer) return
  throw conflict('member_unavailable', m.eventMemberUnavailable())
}

import { connectionIdOf } from '#server/modules/people/connections/connection-state.ts'

export function connected(one: number, other: number) {
  const [requester, receiver] = [`member-${one}`, `member-${other}`]
  const at = '2026-02-01T00:00:00.000Z'
  return {
    id: connectionIdOf(requester, receiver),
    members: [requester, receiver].toSorted(),
    requester,
    receiver,
    requestedAt: at,
    note: '',
    state: 'accepted' as const,
    changedAt: at,
    changedBy: receiver,
    unanswered: false,
  }
}

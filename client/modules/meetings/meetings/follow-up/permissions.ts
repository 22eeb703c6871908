import type { MeetingPromise, Outcome } from '#shared/meetings/follow-up.ts'
import type { MeetingDetails } from '#shared/meetings/schema.ts'

type OutcomeAction = 'confirm' | 'delete'
type PromiseAction = 'done' | 'drop' | 'reopen' | 'confirm'

const canFollowUp = ({ actions }: Pick<MeetingDetails, 'actions'>) => actions.includes('followUp')

/** Commands that are available to the viewer. The server decides. */
export function outcomeActions(
  meeting: Pick<MeetingDetails, 'actions'>,
  { to, recordedBy, confirmedAt }: Outcome,
  viewerId: string,
): OutcomeAction[] {
  if (!canFollowUp(meeting) || confirmedAt) return []
  return [
    ...(to === viewerId ? (['confirm'] as const) : []),
    ...([to, recordedBy].includes(viewerId) ? (['delete'] as const) : []),
  ]
}

export function promiseActions(
  meeting: Pick<MeetingDetails, 'actions'>,
  { owner, to, state, confirmedAt }: MeetingPromise,
  viewerId: string,
): PromiseAction[] {
  if (!canFollowUp(meeting) || confirmedAt) return []
  if (owner === viewerId) return state === 'open' ? ['done', 'drop'] : ['reopen']
  return to === viewerId && state === 'done' ? ['confirm'] : []
}

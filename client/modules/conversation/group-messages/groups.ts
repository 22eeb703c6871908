import * as m from '#shared/conversation/messages.ts'
import type { MessageGroup } from '#shared/conversation/organiser-messages/schema.ts'
import type { Question } from '#shared/events/questions.ts'

/** Identifies the group in a form and in the URL. */
export const groupKey = ({ kind, question, value }: MessageGroup) =>
  [kind, question, value].filter((part) => part !== undefined).join(':')

export function groupLabel(
  { kind, question, value = '' }: MessageGroup,
  questions: readonly Question[] = [],
) {
  if (kind !== 'answered') return m.deskGroupName({ kind })
  const label = questions.find(({ id }) => id === question)?.label
  return label === undefined
    ? m.deskGroupAnswered({ answer: value })
    : m.deskGroupAnsweredTo({ answer: value, question: label })
}

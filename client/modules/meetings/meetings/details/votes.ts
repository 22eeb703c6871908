import * as m from '#shared/meetings/messages.ts'
import { VOTES, type Vote } from '#shared/meetings/rules.ts'
import type { MeetingDetails } from '#shared/meetings/schema.ts'
import type { FieldErrors } from '#client/lib/explain-problem.ts'

type Slot = MeetingDetails['slots'][number]

/** A participant's answers by the key of their slot. */
export type Answers = Readonly<Record<string, Vote>>

/** Key of a slot, valid in a dotted path too. */
export const slotKey = ({ startsAt }: Pick<Slot, 'startsAt'>) => String(Date.parse(startsAt))

export const voteOf = ({ votes }: Slot, memberId: string) =>
  votes.find(({ member }) => member === memberId)?.vote

export const answersOf = ({ slots }: Pick<MeetingDetails, 'slots'>, memberId: string): Answers =>
  Object.fromEntries(
    slots.flatMap((slot) => {
      const vote = voteOf(slot, memberId)
      return vote ? [[slotKey(slot), vote]] : []
    }),
  )

type Open = Pick<MeetingDetails, 'slots'>

const openSlots = ({ slots }: Open) => slots.filter(({ past }) => !past)

/** Each slot that has not begun needs an answer. */
export const answerErrors = (meeting: Open, answers: Answers): FieldErrors =>
  Object.fromEntries(
    openSlots(meeting).flatMap((slot) =>
      answers[slotKey(slot)] ? [] : [[`answers.${slotKey(slot)}`, m.votesRule()]],
    ),
  )

/** The votes to send: answers to slots that are no longer proposed are left out. */
export const votesOf = (meeting: Open, answers: Answers) =>
  openSlots(meeting).flatMap((slot) => {
    const vote = answers[slotKey(slot)]
    return vote ? [{ slot: slot.startsAt, vote }] : []
  })

/** The expected meeting on the server, unless the answers schedule it. */
export function withAnswers(meeting: MeetingDetails, memberId: string, answers: Answers): MeetingDetails {
  return {
    ...meeting,
    participants: meeting.participants.map((each) =>
      each.member.id === memberId ? { ...each, voted: true } : each,
    ),
    slots: meeting.slots.map((slot) => {
      const vote = slot.past ? undefined : answers[slotKey(slot)]
      if (!vote) return slot
      return {
        ...slot,
        votes: [...slot.votes.filter(({ member }) => member !== memberId), { member: memberId, vote }],
      }
    }),
  }
}

/** Names by answer, for a list; `undefined` contains people who have not answered. */
export function namesByVote(slot: Slot, people: readonly { id: string; displayName: string }[]) {
  return [...VOTES, undefined].flatMap((vote) => {
    const names = people.filter(({ id }) => voteOf(slot, id) === vote).map(({ displayName }) => displayName)
    return names.length > 0 ? [{ vote, names }] : []
  })
}

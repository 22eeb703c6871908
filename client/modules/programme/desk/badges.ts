import * as m from '#shared/events/messages.ts'
import type { CheckInList } from '#shared/attendance/check-in.ts'
import { locale } from '#shared/lib/language/current.ts'

type Seated = CheckInList['items'][number]

export interface Badge {
  key: string
  name: string
  /** Headline and company, or the member with whom a guest comes. */
  lines: readonly string[]
}

const byName = new Intl.Collator(locale(), { sensitivity: 'base' })

export const sortedByName = (people: readonly Seated[]) =>
  people.toSorted((one, other) => byName.compare(one.member.displayName, other.member.displayName))

/** A badge for each member with a seat, each followed by empty ones to write the names of guests on. */
export const badgesOf = (people: readonly Seated[]): Badge[] =>
  sortedByName(people).flatMap(({ member, guests }) => [
    {
      key: member.id,
      name: member.displayName,
      lines: [member.headline, member.company].filter((line): line is string => Boolean(line)),
    },
    ...Array.from({ length: guests }, (_, at) => ({
      key: `${member.id}:${at}`,
      name: '',
      lines: [m.deskGuestOf({ name: member.displayName })],
    })),
  ])

/** Chinese, Japanese and Korean characters, and others that are as wide as two Latin letters. */
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}]/u

/** Width of the text in Latin letters. */
export const widthOf = (text: string) =>
  [...text].reduce((sum, character) => sum + (WIDE.test(character) ? 2 : 1), 0)

/** Size of a name such that it fits on its badge, with at most three lines. */
export function nameSize(name: string): 'large' | 'medium' | 'small' | 'tiny' {
  const width = widthOf(name)
  const longest = Math.max(...name.split(/\s+/).map((word) => (WIDE.test(word) ? 0 : widthOf(word))))
  if (width <= 24 && longest <= 11) return 'large'
  if (width <= 40 && longest <= 16) return 'medium'
  if (width <= 60 && longest <= 24) return 'small'
  return 'tiny'
}

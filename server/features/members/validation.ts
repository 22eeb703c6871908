import type { ProfileEdit } from '#shared/members.ts'
import { NAME_RULE, PROFILE_LIMITS } from '#shared/profile.ts'
import { inPlainLetters, linkError } from '#server/lib/plain-link.ts'
import { distinctLines, oneLine, paragraphs, visibleLength } from '#server/lib/plain-text.ts'
import { isTimeZone } from '#server/lib/time-zones.ts'

/** The edit as it is kept: no space around texts, no entry that is empty or there twice. */
export const normalise = (edit: ProfileEdit): ProfileEdit => ({
  ...edit,
  displayName: oneLine(edit.displayName),
  headline: oneLine(edit.headline),
  company: oneLine(edit.company),
  address: Object.fromEntries(
    Object.entries(edit.address)
      .map(([part, text]) => [part, oneLine(text)])
      .filter(([, text]) => text),
  ),
  bio: paragraphs(edit.bio),
  goals: paragraphs(edit.goals),
  asks: distinctLines(edit.asks),
  offers: distinctLines(edit.offers),
  keywords: distinctLines(edit.keywords),
  links: distinctLines(edit.links.map((link) => inPlainLetters(oneLine(link)))),
  phone: oneLine(edit.phone),
})

/** What the schema cannot say, by field; undefined when all is well. */
export function validate({ displayName, links, timeZone }: ProfileEdit) {
  const { min } = PROFILE_LIMITS.displayName
  const faults: Record<string, string> = {}
  if (visibleLength(displayName) < min) faults['displayName'] = NAME_RULE
  if (!isTimeZone(timeZone)) faults['timeZone'] = 'Please choose a time zone from the list.'
  links.forEach((link, at) => {
    const fault = linkError(link, PROFILE_LIMITS.link)
    if (fault) faults[`links.${at}`] = fault
  })
  return Object.keys(faults).length > 0 ? faults : undefined
}

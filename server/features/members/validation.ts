import { isCountry } from '#shared/countries.ts'
import type { ProfileEdit } from '#shared/members.ts'
import { inPlainLetters, linkError } from '#shared/plain-link.ts'
import { NAME_RULE, PROFILE_LIMITS } from '#shared/profile.ts'
import { visibleLength } from '#shared/visible-length.ts'
import { distinctLines, oneLine, paragraphs } from '#server/lib/plain-text.ts'
import { isTimeZone } from '#server/lib/time-zones.ts'
import { distinctFolded } from '#server/views/words.ts'

/** Trims texts and drops empty and repeated entries. */
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
  keywords: distinctFolded(distinctLines(edit.keywords)),
  links: distinctLines(edit.links.map((link) => inPlainLetters(oneLine(link)))),
  phone: oneLine(edit.phone),
})

/** Rules that the schema cannot express. Field errors, or undefined when the edit is valid. */
export function validate({ displayName, address, links, timeZone }: ProfileEdit) {
  const { min } = PROFILE_LIMITS.displayName
  const errors: Record<string, string> = {}
  if (visibleLength(displayName) < min) errors['displayName'] = NAME_RULE
  const { country_code: country } = address
  if (country && !isCountry(country)) errors['address.country_code'] = 'Choose a country from the list.'
  if (!isTimeZone(timeZone)) errors['timeZone'] = 'Choose a time zone from the list.'
  links.forEach((link, at) => {
    const error = linkError(link, PROFILE_LIMITS.link)
    if (error) errors[`links.${at}`] = error
  })
  return Object.keys(errors).length > 0 ? errors : undefined
}

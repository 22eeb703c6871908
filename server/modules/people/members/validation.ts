import * as m from '#shared/people/messages.ts'
import { isCountry } from '#shared/lib/countries.ts'
import type { ProfileEdit } from '#shared/people/members.ts'
import { inPlainLetters, linkError } from '#shared/lib/plain-link.ts'
import { nameRule, PROFILE_LIMITS } from '#shared/people/profile.ts'
import { forEachText, isMultiline } from '#shared/people/profile-fields.ts'
import { visibleLength } from '#shared/lib/visible-length.ts'
import { distinctLines, oneLine, paragraphs } from '#server/lib/text/plain-text.ts'
import { isTimeZone } from '#server/lib/time/time-zones.ts'
import { distinctFolded } from '#server/views/words.ts'

/** Trims texts and drops empty and repeated entries. */
export const normalise = (edit: ProfileEdit): ProfileEdit => ({
  ...edit,
  displayName: oneLine(edit.displayName),
  ...forEachText((field) => (isMultiline(field) ? paragraphs : oneLine)(edit[field])),
  address: Object.fromEntries(
    Object.entries(edit.address)
      .map(([part, text]) => [part, oneLine(text)])
      .filter(([, text]) => text),
  ),
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
  if (visibleLength(displayName) < min) errors['displayName'] = nameRule()
  const { country_code: country } = address
  if (country && !isCountry(country)) errors['address.country_code'] = m.countryRule()
  if (!isTimeZone(timeZone)) errors['timeZone'] = m.timeZoneRule()
  links.forEach((link, at) => {
    const error = linkError(link, PROFILE_LIMITS.link)
    if (error) errors[`links.${at}`] = error
  })
  return Object.keys(errors).length > 0 ? errors : undefined
}

import * as m from '#shared/accounts/messages.ts'
import { isCountry, regionName } from '#shared/lib/countries.ts'
import type { ImportField } from '#shared/accounts/invitation-rules.ts'
import type { ImportedProfile, ImportResult, ImportRow } from '#shared/accounts/invitations.ts'
import { inPlainLetters, linkError } from '#shared/lib/plain-link.ts'
import { nameRule, PROFILE_LIMITS } from '#shared/people/profile.ts'
import { PROFILE_FIELDS } from '#shared/people/profile-fields.ts'
import { visibleLength } from '#shared/lib/visible-length.ts'
import { isEmailAddress } from '#server/lib/text/email-address.ts'
import { distinctLines, oneLine, paragraphs } from '#server/lib/text/plain-text.ts'
import { distinctFolded } from '#server/views/words.ts'

const SEPARATORS = /[;,|\n\t]/
const LINK_SEPARATORS = /[;,|\s]+/
const PHONE = /^[0-9+(). /-]*$/
const ALPHABET = Array.from({ length: 26 }, (_, at) => String.fromCodePoint(65 + at))

interface ReadRow {
  email: string
  profile: ImportedProfile
  /** Id of the chapter that becomes their home. */
  chapter: string | undefined
  problems: ImportResult['problems']
  /** Whether the row has an address to invite. */
  isValid: boolean
}

/**
 * Invalid profile fields are left out: they do not prevent an invitation.
 * @param industries that members can choose
 * @param chapterOf id of the chapter with a name or slug
 */
export function readRow(
  { email: given, ...cells }: ImportRow,
  industries: ReadonlySet<string>,
  chapterOf: (text: string) => string | undefined = () => undefined,
): ReadRow {
  const email = oneLine(given).toLowerCase()
  const isValid = isEmailAddress(email)
  const problems: ReadRow['problems'] = isValid ? [] : [{ field: 'email', message: m.emailRule() }]
  const profile: ImportedProfile = {}
  let address: NonNullable<ImportedProfile['address']> = {}

  /** @returns the text, unless it is empty or invalid */
  function take(
    field: ImportField,
    read: (text: string) => string,
    rule?: (text: string) => string | undefined,
  ) {
    const text = read(cells[field] ?? '')
    const message = text ? rule?.(text) : undefined
    if (message) problems.push({ field, message })
    return text && !message ? text : undefined
  }

  const displayName = take('displayName', oneLine, nameProblem)
  if (displayName) profile.displayName = displayName
  const headline = take('headline', oneLine, atMost(PROFILE_FIELDS.headline.max))
  if (headline) profile.headline = headline
  const company = take('company', oneLine, atMost(PROFILE_FIELDS.company.max))
  if (company) profile.company = company
  const bio = take('bio', paragraphs, atMost(PROFILE_FIELDS.bio.max))
  if (bio) profile.bio = bio
  const phone = take('phone', oneLine, phoneProblem)
  if (phone) profile.phone = phone

  const industry = take('industry', oneLine, (text) =>
    industryOf(text, industries) ? undefined : m.rowIndustry(),
  )
  if (industry) profile.industry = industryOf(industry, industries) ?? ''

  const city = take('city', oneLine, atMost(80))
  if (city) address = { ...address, city }
  const country = take('country', oneLine, (text) => (countryOf(text) ? undefined : m.rowCountry()))
  if (country) address = { ...address, country_code: countryOf(country) ?? '' }
  if (Object.keys(address).length > 0) profile.address = address

  const keywords = distinctFolded(distinctLines((cells.keywords ?? '').split(SEPARATORS)))
  if (
    keywords.length > PROFILE_LIMITS.keywords ||
    keywords.some((word) => word.length > PROFILE_LIMITS.keyword)
  )
    problems.push({
      field: 'keywords',
      message: m.rowKeywords({ count: PROFILE_LIMITS.keywords, length: PROFILE_LIMITS.keyword }),
    })
  else if (keywords.length > 0) profile.keywords = keywords

  const links = distinctLines((cells.links ?? '').split(LINK_SEPARATORS)).map(completeLink)
  if (links.some((link) => !link.startsWith('https://') || linkError(link, PROFILE_LIMITS.link)))
    problems.push({ field: 'links', message: m.rowLinks() })
  else if (links.length > PROFILE_LIMITS.links)
    problems.push({ field: 'links', message: m.rowLinksCount({ count: PROFILE_LIMITS.links }) })
  else if (links.length > 0) profile.links = links

  const named = take('chapter', oneLine, (text) => (chapterOf(text) ? undefined : m.rowChapter()))
  const chapter = named && chapterOf(named)

  return { email, profile: isValid ? profile : {}, chapter, problems, isValid }
}

const atMost = (limit: number) => (text: string) =>
  text.length > limit ? m.rowLength({ count: limit }) : undefined

function nameProblem(text: string) {
  const { min, max } = PROFILE_LIMITS.displayName
  return visibleLength(text) < min ? nameRule() : atMost(max)(text)
}

const phoneProblem = (text: string) => (PHONE.test(text) ? atMost(PROFILE_LIMITS.phone)(text) : m.rowPhone())

/** Files contain `example.com`, and addresses from before https. */
const completeLink = (link: string) =>
  inPlainLetters(/^[a-z][a-z\d+.-]*:/i.test(link) ? link.replace(/^http:/i, 'https:') : `https://${link}`)

const industryOf = (text: string, industries: ReadonlySet<string>) =>
  Iterator.from(industries).find((industry) => industry.toLowerCase() === text.toLowerCase())

/** Country codes, by themselves and by their English names. */
const countries = new Map(
  ALPHABET.flatMap((first) => ALPHABET.map((second) => first + second))
    .filter((code) => isCountry(code))
    .flatMap((code) => [
      [code.toLowerCase(), code],
      [(regionName(code) ?? code).toLowerCase(), code],
    ]),
)
const countryOf = (text: string) => countries.get(text.toLowerCase())

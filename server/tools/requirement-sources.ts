import { ACCESSIBILITY } from './requirements/accessibility.ts'
import { ACCOUNT_PRE_HIJACKING } from './requirements/account-pre-hijacking.ts'
import { ACCOUNTS } from './requirements/asvs/accounts.ts'
import { BROWSER } from './requirements/asvs/browser.ts'
import { ENCODING } from './requirements/asvs/encoding.ts'
import { OPERATION } from './requirements/asvs/operation.ts'
import { TOKENS } from './requirements/asvs/tokens.ts'
import { BROWSER_BASED_APPS } from './requirements/browser-based-apps.ts'
import type { Requirement } from './requirements/requirement.ts'

interface Source {
  title: string
  /** Which text the requirements are from. */
  text: string
  requirements: readonly Requirement[]
}

export const ASVS: Source = {
  title: 'OWASP ASVS 5.0',
  text: 'The requirements of levels 1 and 2 of [ASVS 5.0.0](https://github.com/OWASP/ASVS/tree/v5.0.0), in our own words. The level is in parentheses.',
  requirements: [...ENCODING, ...BROWSER, ...ACCOUNTS, ...TOKENS, ...OPERATION],
}

export const WCAG: Source = {
  title: 'WCAG 2.2',
  text: 'The success criteria of levels A and AA.',
  requirements: ACCESSIBILITY,
}

export const SECURITY_SOURCES: readonly Source[] = [
  ASVS,
  {
    title: 'OAuth 2.0 for Browser-Based Applications',
    text: 'The clauses with MUST, SHOULD or RECOMMENDED of RFC 10017 (BCP 212), by the sections of its last draft, [draft-ietf-oauth-browser-based-apps-27](https://datatracker.ietf.org/doc/draft-ietf-oauth-browser-based-apps/27/). Guildhall is a backend for frontend whose session cookie is not made by OAuth, but from an ID token of Firebase.',
    requirements: BROWSER_BASED_APPS,
  },
  {
    title: 'Account pre-hijacking',
    text: 'The five attacks of Sudhodanan and Paverd, “Pre-hijacked accounts: An Empirical Study of Security Failures in User Account Creation on the Web” (2022).',
    requirements: ACCOUNT_PRE_HIJACKING,
  },
]

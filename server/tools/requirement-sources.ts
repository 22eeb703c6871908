import { type Requirement, requirementsIn } from './requirements/requirement.ts'

interface Source {
  title: string
  /** Which text the requirements are from. */
  text: string
  requirements: readonly Requirement[]
}

export const ASVS: Source = {
  title: 'OWASP ASVS 5.0',
  text: 'The requirements of levels 1 and 2 of [ASVS 5.0.0](https://github.com/OWASP/ASVS/tree/v5.0.0), in our own words. The level is in parentheses.',
  requirements: ['encoding', 'browser', 'accounts', 'tokens', 'operation'].flatMap((part) =>
    requirementsIn(`asvs/${part}.yaml`),
  ),
}

export const WCAG: Source = {
  title: 'WCAG 2.2',
  text: 'The success criteria of levels A and AA.',
  requirements: requirementsIn('accessibility.yaml'),
}

export const SECURITY_SOURCES: readonly Source[] = [
  ASVS,
  {
    title: 'OAuth 2.0 for Browser-Based Applications',
    text: 'The clauses with MUST, SHOULD or RECOMMENDED of RFC 10017 (BCP 212), by the sections of its last draft, [draft-ietf-oauth-browser-based-apps-27](https://datatracker.ietf.org/doc/draft-ietf-oauth-browser-based-apps/27/). Guildhall is a backend for frontend whose session cookie is not made by OAuth, but from an ID token of Firebase.',
    requirements: requirementsIn('browser-based-apps.yaml'),
  },
  {
    title: 'Account pre-hijacking',
    text: 'The five attacks of Sudhodanan and Paverd, “Pre-hijacked accounts: An Empirical Study of Security Failures in User Account Creation on the Web” (2022).',
    requirements: requirementsIn('account-pre-hijacking.yaml'),
  },
]

/** Parts that the server depends on, the ways in which each fails, and what callers and operators get. */
export const FAILURES = requirementsIn('failures.yaml')

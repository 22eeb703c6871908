import { expect, test } from 'vitest'

import { catalogueTexts, type Found, sources, textsOf } from '#server/tools/source-texts.ts'

/** SPEC.md's own texts, which stay to the letter whatever the rules below say. */
const SPECIFIED = [
  '404 - Page Not Found',
  "The page you're looking for doesn't exist or has been moved.",
  'Go Back',
  'Go to Home',
  'Authentication Required',
  'You need to be logged in to access this page.',
  'Go to Login',
  'Access Denied',
  "You don't have permission to access this page.",
  'An error occurred while loading this page.',
  'Reload Page',
  'Something went wrong',
  'An unexpected error occurred',
  'Try Again',
  'Oops! Something went wrong',
  'We apologize for the inconvenience. The application encountered an unexpected error.',
  'This page encountered an error',
  'Something went wrong while loading this page.',
  'This page is having persistent issues. Please try refreshing or contact support.',
  'Go Home',
  'Component Error',
  'This section of the page encountered an error and cannot be displayed.',
  'Retry',
  'This component failed to load',
  'Try again',
  'Missing required env: …',
]

/** Words and phrases to avoid, and their replacements. */
const RULED_OUT: readonly (readonly [RegExp, string])[] = [
  [/\b(?:DomainEvent|domain event|dedupe ?key|party sizes?)\b/i, 'the name of a type is no text'],
  [/\blook into\b/i, 'check'],
  [/\bnotices? by itself\b/i, 'updates automatically'],
  [/\bby (itself|themselves)\b/i, 'automatically'],
  [/\bplease\b/i, 'state the rule, without “please”'],
  [/\bfault(s|y)?\b/i, 'what happened, and what to do'],
  [/\b(go|goes|going) on\b/i, 'continue, keep'],
  [/\bnot said\b/i, 'Not set'],
  [/\bstands? (here|there|first|on|in|at)\b/i, 'appears'],
  [/\bwhoever\b/i, 'anyone who'],
  [/\bnobody (among|who|takes)\b/i, 'No matches'],
  [/\bcalled so\b/i, 'No matches'],
  [/\bas many as come\b/i, 'no limit'],
  [/\bhears? of\b|\bheard of\b|\btells? of\b|\btold of\b/i, 'changes sync, notify'],
  [/\btak(es?|ing|en) part\b|\btook part\b/i, 'RSVP, attend'],
  [/\b(join|leave) the line\b|\b(in|out of|behind in) (the )?line\b|\bthe line moves\b/i, 'waitlist'],
  [/\bqueue\b|\bwaiting list\b/i, 'waitlist'],
  [/\bmake (the|a|an|my|your) (draft|event|address|link|copy|copies|account|feed)\b/i, 'create'],
  [/\bcalendar program/i, 'calendar app'],
  [/\bsecret address\b/i, 'link'],
  [/\bdoes not fit\b/i, 'Wrong email or password.'],
  [/\btell us your\b/i, 'Enter your'],
  [/\bknown to be yours\b/i, 'Confirm that this is your email address.'],
  [/^further line\b/i, 'Address line 2'],
  [/\bsent along\b/i, 'We remove …'],
  [/^use this part\b/i, 'Save photo'],
  [/\bas others see it\b|\btheir eyes\b/i, 'Preview as others'],
  [/\bwhat you are called\b/i, 'your name'],
  [/\bwhat needs you\b/i, 'Needs your attention'],
  [/\bhas your request\b/i, 'Request sent to …'],
  [/\bask to connect\b/i, 'Connect'],
  [/\bwaiting for you\b/i, 'No requests right now'],
  [/\bhave to hold\b|\bhold together\b/i, 'No matches. Try removing a filter.'],
  [/\bin any way\b/i, 'Any format'],
  [/\bcomes? free\b/i, 'opens up'],
  [/^(take it|let it go)\b/i, 'Claim seat, Pass'],
  [/\b(who|you|members|others|they|everyone|guests|people) may\b/i, 'can'],
  [/^what it is$|^in short$|\blasts whole days\b/i, 'Basics, Summary, All day'],
  [/\bthose who run\b|\bwho run it\b/i, 'organisers'],
  [/\bonly who\b/i, 'Not yet arrived'],
  [/^(keep what|take the other)\b/i, 'Keep mine, Use the other version'],
  [/^not going\b/i, 'Can’t go'],
  [/\blog(ged|ging)? ?(in|out)\b/i, 'sign in, sign out'],
  [/\bsign(ed)? ?up\b/i, 'create account'],
  [/\borganizer/i, 'organiser'],
  [/\bspam folder\b.*\blook\b/i, 'Check your spam folder'],
  [/\btaken back\b|\btake back\b/i, 'undo, withdraw, restore'],
]

/** Texts of sample members about themselves, and stop words of the search. */
const OTHER_PEOPLES_WORDS = /^server\/(demo\/(community|seed|accounts)|views\/content-words)/

const texts = [
  ...sources()
    .filter((file) => !OTHER_PEOPLES_WORDS.test(file))
    .flatMap(textsOf),
  ...catalogueTexts(),
]

/** A text counts where it is written, not again as part of the text of an element. */
const offending = (pattern: RegExp) =>
  unique(
    texts.filter(
      ({ text }) => !SPECIFIED.includes(text) && pattern.test(withoutSpecified(text)) && !isOnlyCode(text),
    ),
  )

const withoutSpecified = (text: string) =>
  SPECIFIED.reduce((rest, specified) => (specified.length > 15 ? rest.replaceAll(specified, '') : rest), text)

const unique = (found: readonly Found[]) => [...new Set(found.map(({ text, at }) => `${at} ${text}`))]

/** Statements of SQL and content policies read like prose to the collector. */
const isOnlyCode = (text: string) => /^(SELECT|INSERT|UPDATE|DELETE|CREATE|PRAGMA|default-src) /.test(text)

test('every text of SPEC.md is in the product word for word', () => {
  const written = new Set(texts.map(({ text }) => text))
  expect(SPECIFIED.filter((text) => !written.has(text))).toEqual([])
})

test.for(RULED_OUT)('no text contains %s: write “%s”', ([pattern]) => {
  expect(offending(pattern)).toEqual([])
})

import {
  documented,
  notApplicable,
  proven,
  type Requirement,
  tests,
} from '#server/tools/requirements/requirement.ts'

const PUBLIC_PAGES = 'server/http/pages/screen-pages.test.ts'
const PAGES = 'server/http/pages/spa.test.ts'
const MARKDOWN = 'client/ui/markdown/render.test.tsx'
const EMAILS = 'server/modules/notifications/emails/emails.test.ts'
const CALLS = 'server/testing/architecture/dangerous-calls.test.ts'
const SCHEMAS = 'server/http/schemas.test.ts'
const RACE = 'server/modules/attendance/rsvps/race.test.ts'
const LIMITS = 'server/http/checks/rate-limits.test.ts'

/** V1 and V2. */
export const ENCODING: readonly Requirement[] = [
  [
    'V1.1.1',
    2,
    'Input is decoded once, before it is checked',
    proven(
      tests('server/http/pages/static-files.test.ts', '%s is not served'),
      tests('server/http/checks/hostile-input.test.ts', 'hostile input gets a problem and every header: %s'),
    ),
  ],
  [
    'V1.1.2',
    2,
    'Output is encoded last, for where it is used',
    proven(
      tests(PUBLIC_PAGES, 'texts stay escaped: %s'),
      tests(EMAILS, 'a name or title cannot inject a header, markup or a link'),
    ),
  ],
  [
    'V1.2.1',
    1,
    'Encoding fits HTML, XML and headers',
    proven(
      tests(
        PUBLIC_PAGES,
        'texts stay escaped: %s',
        'the name of the organisation is escaped in the preview of the landing page',
      ),
      tests(
        'server/modules/calendar/public-feeds.test.ts',
        'hostile texts are escaped, and lose the characters that XML excludes',
      ),
      tests('server/http/attachment.test.ts', 'a file named %j gets a valid header'),
    ),
  ],
  [
    'V1.2.2',
    1,
    'Only safe addresses become links',
    proven(
      tests(
        'server/modules/people/members/editor.test.ts',
        'an edit refuses a misleading link: %s',
        'an edit refuses an invalid link, case %#',
      ),
      tests(MARKDOWN, 'harmful content is rendered as text: %j'),
      tests(
        'server/lib/text/markdown.test.ts',
        'the HTML of %j has no element or address that could harm a reader',
      ),
    ),
  ],
  [
    'V1.2.3',
    1,
    'Values cannot break out of scripts and JSON',
    proven(
      tests(
        PAGES,
        'the service worker can be switched off, and the product’s name cannot break out of its script',
      ),
      tests(PUBLIC_PAGES, 'texts stay escaped: %s'),
    ),
  ],
  [
    'V1.2.4',
    1,
    'Database queries are parameterised',
    proven(
      tests('server/modules/people/directory/routes.test.ts', 'a query is text, never syntax: %j'),
      tests('server/modules/search/routes.test.ts', 'a query is text, never syntax: %j'),
    ),
  ],
  [
    'V1.2.5',
    1,
    'No injection into commands of the operating system',
    proven(tests(CALLS, 'no code that serves requests or runs in browsers %s')),
  ],
  ['V1.2.6', 2, 'No LDAP injection', notApplicable('Nothing speaks LDAP.')],
  ['V1.2.7', 2, 'No XPath injection', notApplicable('Nothing evaluates XPath.')],
  ['V1.2.8', 2, 'LaTeX processors are restricted', notApplicable('Nothing runs LaTeX.')],
  [
    'V1.2.9',
    2,
    'Input is escaped in regular expressions',
    notApplicable(
      'No expression contains a search; the one that contains an id escapes it. Searches use indexes of words.',
    ),
  ],
  [
    'V1.3.1',
    1,
    'HTML of others is sanitised',
    proven(
      tests(MARKDOWN, 'harmful content is rendered as text: %j'),
      tests(
        'server/testing/architecture/hostile-texts.test.ts',
        '%s: a hostile text is processed in linear time',
      ),
      tests('server/modules/admin/settings/routes.test.ts', 'texts with scripts are shown as typed'),
    ),
  ],
  [
    'V1.3.2',
    1,
    'No code is made from text',
    proven(
      tests(CALLS, 'no code that serves requests or runs in browsers %s'),
      tests(
        'server/http/headers.test.ts',
        'a response allows scripts of our own and of Google’s sign-in only, and connections to the same',
      ),
    ),
  ],
  [
    'V1.3.3',
    2,
    'Input for a dangerous place is reduced to what is safe there',
    proven(
      tests('server/lib/text/csv.test.ts', 'no text becomes a formula or an additional cell'),
      tests('server/http/attachment.test.ts', 'a file named %j gets a valid header'),
      tests('server/lib/text/plain-text.test.ts', 'the single-line form of %j is %j'),
    ),
  ],
  [
    'V1.3.4',
    2,
    'SVG of users contains no scripts',
    proven(
      tests('server/modules/people/images/webp.test.ts', 'a file is refused: %s'),
      tests(
        'server/modules/admin/settings/routes.test.ts',
        '%s that claims to be a picture is refused as a logo',
      ),
    ),
  ],
  [
    'V1.3.5',
    2,
    'Markdown and style sheets of users are harmless',
    proven(
      tests(MARKDOWN, 'harmful content is rendered as text: %j'),
      tests('server/modules/admin/settings/routes.test.ts', '%s is not accepted as a colour'),
    ),
  ],
  [
    'V1.3.6',
    2,
    'No request to an address that a user chooses freely',
    proven(
      tests('server/modules/notifications/push/endpoint.test.ts', 'an endpoint is refused: %s'),
      tests(
        'server/modules/notifications/push/public-address.test.ts',
        '%s is not public',
        'a host name that resolves to this machine is refused (all addresses: %s)',
      ),
      tests('server/http/auth-proxy.test.ts', '%s is not forwarded'),
    ),
  ],
  [
    'V1.3.7',
    2,
    'No template contains input',
    proven(
      tests(PUBLIC_PAGES, 'the name of the organisation is escaped in the preview of the landing page'),
      tests(EMAILS, 'a name or title cannot inject a header, markup or a link'),
    ),
  ],
  ['V1.3.8', 2, 'No JNDI injection', notApplicable('There is no Java.')],
  ['V1.3.9', 2, 'No memcache injection', notApplicable('Caches are in the memory of each process.')],
  [
    'V1.3.10',
    2,
    'Format strings are not input',
    notApplicable('JavaScript has none that read memory; messages of the log are constants.'),
  ],
  [
    'V1.3.11',
    2,
    'No injection into mail',
    proven(
      tests(EMAILS, 'a name or title cannot inject a header, markup or a link'),
      tests('server/modules/accounts/invitations/rows.test.ts', '%j is not an address'),
    ),
  ],
  ['V1.4.1', 2, 'Memory-safe strings and pointers', notApplicable('All our code is TypeScript.')],
  [
    'V1.4.2',
    2,
    'No integer overflow',
    proven(
      tests('server/modules/people/images/webp.test.ts', 'a file is refused: %s'),
      tests('server/identity/firebase.test.ts', 'a session cookie with an infinite exp is refused'),
    ),
  ],
  ['V1.4.3', 2, 'No use of freed memory', notApplicable('All our code is TypeScript.')],
  ['V1.5.1', 1, 'XML parsers resolve nothing external', notApplicable('Nothing parses XML.')],
  [
    'V1.5.2',
    2,
    'Deserialised input has only expected types',
    proven(
      tests('server/http/problems.test.ts', 'a body is refused: %s'),
      tests(CALLS, 'no code that serves requests or runs in browsers %s'),
    ),
  ],
  [
    'V2.1.1',
    1,
    'Documentation defines the rules of input',
    proven(
      tests('server/app.test.ts', 'the OpenAPI description has every route with its responses'),
      tests(
        'server/http/openapi.test.ts',
        'a request built from the description alone is understood by every operation',
      ),
    ),
  ],
  ['V2.1.2', 2, 'Documentation defines how related input is checked', documented('../security.md#limits')],
  ['V2.1.3', 2, 'Documentation defines limits per person and in all', documented('../security.md#limits')],
  [
    'V2.2.1',
    1,
    'Input is checked against what is expected',
    proven(
      tests(SCHEMAS, 'a route does not start if it would accept unchecked input: %s'),
      tests('server/modules/people/members/routes.test.ts', 'an invalid profile has an error beside %s: %j'),
    ),
  ],
  [
    'V2.2.2',
    1,
    'The server checks input',
    proven(
      tests(SCHEMAS, 'a route does not start if it would accept unchecked input: %s'),
      tests('server/http/problems.test.ts', 'a body is refused: %s'),
    ),
  ],
  [
    'V2.2.3',
    2,
    'Related input is checked together',
    proven(
      tests('server/modules/events/events/lifecycle.test.ts', 'no copy is created if one would be invalid'),
      tests(
        'server/modules/events/events/service.test.ts',
        'an edit cannot move a published event into the past',
      ),
    ),
  ],
  [
    'V2.3.1',
    1,
    'No step of a process can be skipped',
    proven(
      tests(
        'server/modules/admin/settings/joining-routes.test.ts',
        'a person waits for approval, completes the profile, and gets access once an admin approves',
      ),
      tests(
        'server/modules/meetings/meetings/rules.test.ts',
        'a meeting stays consistent whatever participants send, in any order and repeated',
      ),
    ),
  ],
  [
    'V2.3.2',
    2,
    'Limits of the business are enforced',
    proven(
      tests(
        'server/modules/people/connections/commands.test.ts',
        'a member who sends 21 requests at once reaches twenty members',
      ),
      tests(
        'server/modules/accounts/invitations/friends.test.ts',
        'a member can invite ten addresses a day, including those of members',
      ),
      tests('server/modules/moderation/reports/sending.test.ts', 'a member sends ten reports in 24 hours'),
    ),
  ],
  [
    'V2.3.3',
    2,
    'A command takes effect as a whole or not at all',
    proven(
      tests(
        'server/modules/operations/audit/service.test.ts',
        'an audit entry of a transaction that fails is not stored',
      ),
      tests(
        'server/store/sqlite/durability.test.ts',
        'a transaction that fails or loses a race does not affect others in its batch',
      ),
      tests('server/modules/people/images/service.test.ts', 'an edit that fails leaves everything as it was'),
    ),
  ],
  [
    'V2.3.4',
    2,
    'Limited seats are not given twice',
    proven(
      tests(
        RACE,
        'the first 10 of 200 concurrent RSVPs get the 10 seats, and 190 wait in order',
        'two replicas never give the last seat twice',
      ),
    ),
  ],
  [
    'V2.4.1',
    2,
    'Excessive calls are refused',
    proven(
      tests(
        LIMITS,
        'each kind of call has a quota of its own',
        'a flood of requests for the identity provider’s pages is not passed on',
        'one member cannot use up the quota of a shared address',
      ),
      tests(
        'server/modules/calendar/subscribed.test.ts',
        'an address that guesses feeds is blocked, but can still read a known feed',
      ),
    ),
  ],
]

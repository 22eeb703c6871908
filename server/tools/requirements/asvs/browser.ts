import {
  documented,
  elsewhere,
  notApplicable,
  notMet,
  proven,
  type Requirement,
  tests,
} from '#server/tools/requirements/requirement.ts'

const HEADERS = 'server/http/headers.test.ts'
const COOKIE = 'server/modules/accounts/sessions/cookie.test.ts'
const LANGUAGE = 'server/modules/accounts/language/language.test.ts'
const GUARDS = 'server/http/checks/guards.test.ts'
const PICTURES = 'server/modules/people/images/routes.test.ts'
const FILES = 'server/http/pages/static-files.test.ts'
const HOSTILE = 'server/http/checks/hostile-input.test.ts'

const COOKIES = proven(
  tests(COOKIE, 'the cookie is bound to the host and out of reach of scripts, other sites and plain http'),
  tests(LANGUAGE, 'a member’s choice is stored, and set in every browser in which they sign in'),
)
const NO_GRAPHQL = notApplicable('There is no GraphQL.')
const NO_WEB_SOCKET = notApplicable(
  'There is no WebSocket; the event stream is an ordinary call with the session cookie.',
)

/** V3 to V5. */
export const BROWSER: readonly Requirement[] = [
  [
    'V3.2.1',
    1,
    'Responses are not rendered in another context',
    proven(
      tests(
        PICTURES,
        'uploading answers with the id, under which members can load the picture and browsers cache it',
        'a picture cannot be embedded by a page that is %s',
      ),
      tests(HEADERS, 'a response can be neither framed, sniffed nor read by other sites'),
    ),
  ],
  [
    'V3.2.2',
    1,
    'Text is rendered as text',
    proven(
      tests(
        'server/testing/architecture/dangerous-calls.test.ts',
        'no code that serves requests or runs in browsers %s',
      ),
      tests('client/ui/markdown/render.test.tsx', 'harmful content is rendered as text: %j'),
    ),
  ],
  ['V3.3.1', 1, 'Cookies are Secure and have a prefix', COOKIES],
  ['V3.3.2', 2, 'SameSite of each cookie fits its purpose', COOKIES],
  ['V3.3.3', 2, 'Cookies belong to one host (`__Host-`)', COOKIES],
  [
    'V3.3.4',
    2,
    'Session cookies are out of reach of scripts',
    proven(
      tests(
        COOKIE,
        'the cookie is bound to the host and out of reach of scripts, other sites and plain http',
      ),
      tests(
        'server/modules/accounts/sessions/exchange.test.ts',
        'a first exchange creates the session and its cookie',
      ),
    ),
  ],
  [
    'V3.4.1',
    1,
    'HSTS for a year or more, with subdomains',
    proven(tests(HEADERS, 'a response makes browsers use https for two years, on subdomains too')),
  ],
  [
    'V3.4.2',
    1,
    'No foreign origin is allowed by CORS',
    proven(tests(GUARDS, 'no response allows another origin')),
  ],
  [
    'V3.4.3',
    2,
    'A content security policy',
    proven(
      tests(
        HEADERS,
        'a response allows scripts of our own and of Google’s sign-in only, and connections to the same',
      ),
    ),
  ],
  [
    'V3.4.4',
    2,
    '`nosniff` on every response',
    proven(tests(HEADERS, 'a response can be neither framed, sniffed nor read by other sites')),
  ],
  [
    'V3.4.5',
    2,
    'A referrer policy hides paths from others',
    proven(tests(HEADERS, 'a response sends no path to other sites')),
  ],
  [
    'V3.4.6',
    2,
    '`frame-ancestors` on every response',
    proven(
      tests(HEADERS, 'a response can be neither framed, sniffed nor read by other sites'),
      tests(
        'server/http/auth-proxy.test.ts',
        'a forwarded page may run its own scripts, and only our pages may frame it',
      ),
    ),
  ],
  [
    'V3.5.1',
    1,
    'Requests of other sites are refused',
    proven(
      tests(
        GUARDS,
        'a %s with Sec-Fetch-Site %s and Origin %s is allowed: %s',
        'a beacon needs no X-CSRF, but has to come from our own pages',
      ),
    ),
  ],
  [
    'V3.5.2',
    1,
    'No call works without a preflight',
    proven(
      tests(GUARDS, 'a write with X-CSRF %s is refused'),
      tests('server/http/problems.test.ts', 'a body is refused: %s'),
    ),
  ],
  [
    'V3.5.3',
    1,
    'GET changes nothing',
    proven(
      tests(
        'server/modules/notifications/emails/unsubscribe.test.ts',
        'a POST to the link switches the topic off, a GET does not, and it can be undone',
      ),
      tests(
        'client/e2e/accounts/journey-signup.test.ts',
        'opening a verification link changes nothing, and a used link shows the email as verified in any browser',
      ),
    ),
  ],
  [
    'V3.5.4',
    2,
    'Applications have hosts of their own',
    elsewhere('The operator chooses the host. No other application belongs under it.'),
  ],
  [
    'V3.5.5',
    2,
    'Messages of windows are checked',
    notApplicable(
      'No page listens to messages of other windows; workers and channels are of one origin. Firebase’s SDK checks its own frame.',
    ),
  ],
  [
    'V3.7.1',
    2,
    'Only supported client technologies',
    notApplicable('There are no plug-ins, only what current browsers have.'),
  ],
  [
    'V3.7.2',
    2,
    'Redirects stay on our host',
    proven(
      tests('client/lib/auth/return-path.test.ts', '%j is refused as a return path'),
      tests(
        LANGUAGE,
        'the language form of public pages sets the cookie and redirects to the page it was sent from',
      ),
    ),
  ],
  [
    'V4.1.1',
    1,
    'Each response names its type and encoding',
    proven(
      tests(HOSTILE, 'hostile input gets a problem and every header: %s'),
      tests(FILES, '%s is served as %s'),
    ),
  ],
  [
    'V4.1.2',
    2,
    'Only pages are redirected from http to https',
    notMet(
      'Caddy in `server/deploy/one-machine` redirects every path. The server itself speaks no TLS and redirects nothing.',
    ),
  ],
  [
    'V4.1.3',
    2,
    'Users cannot set headers of the load balancer',
    proven(
      tests(GUARDS, 'a forwarded host from the load balancer is ignored too'),
      tests('server/http/checks/rate-limits.test.ts', 'a forwarded address from an unknown proxy is ignored'),
      tests('server/http/request-log.test.ts', 'a trace header is ignored without a load balancer'),
    ),
  ],
  [
    'V4.2.1',
    2,
    'No request smuggling',
    proven(tests(HOSTILE, 'hostile input gets a problem and every header: %s')),
  ],
  ['V4.3.1', 2, 'GraphQL queries are limited', NO_GRAPHQL],
  ['V4.3.2', 2, 'GraphQL introspection is off', NO_GRAPHQL],
  ['V4.4.1', 1, 'WebSockets use TLS', NO_WEB_SOCKET],
  ['V4.4.2', 2, 'WebSockets check the origin', NO_WEB_SOCKET],
  ['V4.4.3', 2, 'WebSockets have tokens of their own', NO_WEB_SOCKET],
  ['V4.4.4', 2, 'WebSocket tokens come from the session', NO_WEB_SOCKET],
  ['V5.1.1', 2, 'Documentation defines permitted files', documented('../security.md#files')],
  [
    'V5.2.1',
    1,
    'Files have a maximum size',
    proven(tests(PICTURES, 'uploading is refused beyond 128 KiB before it is parsed')),
  ],
  [
    'V5.2.2',
    1,
    'The content of a file fits its type',
    proven(
      tests(
        'server/modules/people/images/webp.test.ts',
        'a file is refused: %s',
        'a picture loses its colour profile, location and other metadata',
      ),
    ),
  ],
  ['V5.2.3', 2, 'Archives have a maximum unpacked size', notApplicable('No archive is accepted.')],
  [
    'V5.3.1',
    1,
    'Uploaded files are never executed',
    proven(
      tests(
        PICTURES,
        'uploading answers with the id, under which members can load the picture and browsers cache it',
      ),
    ),
  ],
  [
    'V5.3.2',
    1,
    'Paths of files are made by the server',
    proven(
      tests('server/image-files/folder.test.ts', 'the key %j is refused'),
      tests(
        'server/modules/operations/source-maps/symbolicator.test.ts',
        'a stack is unchanged for the build %j',
      ),
      tests(FILES, '%s is not served'),
    ),
  ],
  [
    'V5.4.1',
    2,
    'Downloads have a name of the server',
    proven(
      tests(
        'server/http/attachment.test.ts',
        'a file named %j gets a valid header',
        'the longest title makes a valid header',
      ),
    ),
  ],
  [
    'V5.4.2',
    2,
    'Names of files are encoded',
    proven(tests('server/http/attachment.test.ts', 'a file named %j gets a valid header')),
  ],
  [
    'V5.4.3',
    2,
    'Files are scanned for malware',
    notMet('No scanner runs. Only WebP pictures are accepted, and stored without anything but their pixels.'),
  ],
]

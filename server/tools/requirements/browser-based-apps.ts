import { elsewhere, notApplicable, notMet, proven, type Requirement, tests } from './requirement.ts'

const COOKIE = tests(
  'server/modules/accounts/sessions/cookie.test.ts',
  'the cookie is bound to the host and out of reach of scripts, other sites and plain http',
)
const GUARDS = 'server/http/checks/guards.test.ts'
const FIREBASE_SIGNS_IN = elsewhere(
  'Firebase’s SDK in the browser is the client of the sign-in, and Firebase the server that these clauses address.',
)

/** Clauses with MUST, SHOULD or RECOMMENDED, by section. */
export const BROWSER_BASED_APPS: readonly Requirement[] = [
  [
    '6.1.3.1',
    undefined,
    'MUST: the backend is a confidential client and uses the code grant',
    notMet(
      'Firebase’s SDK signs people in, in the browser; the server exchanges the ID token for a session cookie, with a sign-in of the last five minutes.',
    ),
  ],
  ['6.1.3.2 a', undefined, 'MUST: cookies are `Secure`', proven(COOKIE)],
  ['6.1.3.2 b', undefined, 'MUST: cookies are `HttpOnly`', proven(COOKIE)],
  ['6.1.3.2 c', undefined, 'SHOULD: cookies are `SameSite=Strict`', proven(COOKIE)],
  ['6.1.3.2 d', undefined, 'SHOULD: the path of cookies is `/`', proven(COOKIE)],
  ['6.1.3.2 e', undefined, 'SHOULD NOT: cookies have a `Domain`', proven(COOKIE)],
  [
    '6.1.3.2 f',
    undefined,
    'SHOULD: the prefix of cookies shows that HTTP set them, as `__Host-Http-` does',
    notMet(
      'The prefix is `__Host-`: only this host can set the cookie over https, but a script of our own pages could set it too.',
    ),
  ],
  [
    '6.1.3.2 g',
    undefined,
    'SHOULD: cookies with access tokens are encrypted',
    notApplicable('The cookie contains no token that any other service accepts.'),
  ],
  [
    '6.1.3.3',
    undefined,
    'MUST: a defence against requests of other sites',
    proven(tests(GUARDS, 'a %s with Sec-Fetch-Site %s and Origin %s is allowed: %s')),
  ],
  [
    '6.1.3.3.2 a',
    undefined,
    'SHOULD: a header of our own is required',
    proven(tests(GUARDS, 'a write with X-CSRF %s is refused')),
  ],
  [
    '6.1.3.3.2 b',
    undefined,
    'MUST: every request carries it',
    notMet(
      'Every write does. Reads change nothing, and are refused by `Sec-Fetch-Site` and `Origin` where browsers send them; beacons cannot carry a header, and need `Origin`.',
    ),
  ],
  [
    '6.1.3.6 a',
    undefined,
    'MUST: only listed hosts and paths are forwarded to',
    proven(tests('server/http/auth-proxy.test.ts', '%s is forwarded', '%s is not forwarded')),
  ],
  [
    '6.1.3.6 b',
    undefined,
    'MUST: a configurable proxy has a list, too',
    proven(
      tests(
        'server/http/auth-proxy.test.ts',
        'no cookie or unlisted header is forwarded in either direction',
      ),
      tests('server/config/config.test.ts', 'an invalid setting is refused: %s=%s'),
    ),
  ],
  [
    '6.2',
    undefined,
    'Clauses for a token-mediating backend',
    notApplicable('The backend gives the browser no tokens.'),
  ],
  ['6.3.2.1', undefined, 'MUST: browsers that are clients use PKCE', FIREBASE_SIGNS_IN],
  ['6.3.2.2', undefined, 'MUST: no forged answer at the redirect address', FIREBASE_SIGNS_IN],
  [
    '6.3.2.3',
    undefined,
    'MUST: refresh tokens rotate and expire',
    notMet(
      'Firebase’s refresh tokens neither rotate nor expire; a new password, a sign-out everywhere or an admin revokes them. They open no session later than five minutes after the sign-in.',
    ),
  ],
  ['6.3.3.1', undefined, 'MUST NOT: a secret authenticates a browser', FIREBASE_SIGNS_IN],
  ['6.3.3.2', undefined, 'MUST: redirect addresses match exactly', FIREBASE_SIGNS_IN],
  ['6.3.3.3', undefined, 'MUST: windows check the origin of messages', FIREBASE_SIGNS_IN],
  ['6.3.3.4', undefined, 'MUST: the server sends CORS headers', FIREBASE_SIGNS_IN],
  ['7.2', undefined, 'MUST NOT: the implicit grant', FIREBASE_SIGNS_IN],
  [
    '7.3',
    undefined,
    'MUST NOT: the password grant; sign-in MUST redirect',
    notMet(
      'A password is typed into our own page, which sends it to Firebase. Sign-in with Google opens Google’s own page.',
    ),
  ],
  ['8.1', undefined, 'NOT RECOMMENDED: scripts store tokens in cookies', proven(COOKIE)],
  [
    '8.2',
    undefined,
    'MUST NOT: a service worker shares stored tokens',
    proven(
      tests(
        'client/offline/worker.test.ts',
        'a page comes from the network, or from storage without a connection',
        'an early response is used once, and only by its own page',
      ),
    ),
  ],
  ['9.1', undefined, 'SHOULD NOT: ID tokens have unused claims', FIREBASE_SIGNS_IN],
]

import {
  documented,
  elsewhere,
  notApplicable,
  notMet,
  proven,
  type Requirement,
  tests,
} from '#server/tools/requirements/requirement.ts'

const LOAD_BALANCER = elsewhere('TLS ends at the load balancer (docs/operations.md).')
const CONFIG = 'server/config/config.test.ts'
const COMPOSE = 'server/testing/deployment/compose.test.ts'
const KUBERNETES = 'server/testing/deployment/kubernetes.test.ts'
const FILES = 'server/http/pages/static-files.test.ts'
const PROBLEMS = 'server/http/problems.test.ts'
const LOG = 'server/http/request-log.test.ts'
const SHEDDING = 'server/http/checks/shedding.test.ts'
const HOOKS = 'server/modules/accounts/sessions/hooks.test.ts'
const AUDIT = 'server/modules/operations/audit/service.test.ts'
const DATA = '../security.md#data'
const NO_WEB_RTC = notApplicable('There is no WebRTC.')

/** V12 to V17. */
export const OPERATION: readonly Requirement[] = [
  ['V12.1.1', 1, 'Only current versions of TLS', LOAD_BALANCER],
  ['V12.1.2', 2, 'Only recommended cipher suites', LOAD_BALANCER],
  ['V12.1.3', 2, 'Client certificates are verified', notApplicable('No client has a certificate.')],
  [
    'V12.2.1',
    1,
    'Clients use TLS',
    proven(
      tests(
        'server/http/headers.test.ts',
        'a response makes browsers use https for two years, on subdomains too',
      ),
      tests(CONFIG, 'an invalid setting is refused: %s=%s'),
    ),
  ],
  ['V12.2.2', 1, 'Publicly trusted certificates', LOAD_BALANCER],
  [
    'V12.3.1',
    2,
    'All connections are encrypted',
    notMet(
      'Between the load balancer and the server, and for metrics, there is plain HTTP within the operator’s network.',
    ),
  ],
  [
    'V12.3.2',
    2,
    'Certificates of other servers are verified',
    proven(
      tests(
        'server/identity/firebase.test.ts',
        'a server without a trusted certificate of the provider counts as an outage',
      ),
    ),
  ],
  [
    'V12.3.3',
    2,
    'Internal services use TLS',
    notMet('The server speaks HTTP to the load balancer, within the operator’s network.'),
  ],
  [
    'V12.3.4',
    2,
    'Internal certificates are verified',
    notApplicable('There are no internal certificates (V12.3.3).'),
  ],
  ['V13.1.1', 2, 'Documentation of all connections', documented('../security.md#connections')],
  [
    'V13.2.1',
    2,
    'Services authenticate with short-lived credentials',
    notMet(
      'The mail server is used with a password, and where the machine has no identity of Google, there is a key of a service account.',
    ),
  ],
  [
    'V13.2.2',
    2,
    'Services have the least privileges',
    proven(
      tests(COMPOSE, 'a deployment drops all privileges of the server, and gives it time to shut down'),
      tests(KUBERNETES, 'the container has no privileges, and writes only to temporary folders'),
      tests(
        'server/store/firestore/database.firestore.test.ts',
        'the security rules refuse browsers and allow the server',
      ),
    ),
  ],
  ['V13.2.3', 2, 'No default credentials', proven(tests(CONFIG, 'the development secret is refused'))],
  [
    'V13.2.4',
    2,
    'Outgoing connections are allowed by a list',
    notMet(
      'Push messages go to any public host that a browser names as its push service. All other hosts are fixed.',
    ),
  ],
  [
    'V13.2.5',
    2,
    'The web server reaches only listed systems',
    notMet('As V13.2.4: the NetworkPolicy for Kubernetes allows any public address at port 443.'),
  ],
  [
    'V13.3.1',
    2,
    'Secrets are in a vault',
    elsewhere(
      'The operator passes secrets as variables or mounted files, from a vault if there is one. Neither code nor image has any.',
    ),
  ],
  ['V13.3.2', 2, 'Few can read secrets', elsewhere('The operator decides who can read them.')],
  [
    'V13.4.1',
    1,
    'No source control data is served',
    proven(
      tests(
        FILES,
        'no folder is listed, and no hidden folder is served, with the cache %s',
        '%s is not served',
      ),
    ),
  ],
  [
    'V13.4.2',
    2,
    'Debug modes are off in production',
    proven(
      tests(
        CONFIG,
        '%s is refused',
        'a server with a public origin refuses to run with development defaults',
      ),
      tests(PROBLEMS, 'an unexpected error is logged, and its response contains only the request id'),
    ),
  ],
  [
    'V13.4.3',
    2,
    'No listings of folders',
    proven(
      tests(
        FILES,
        'no folder is listed, and no hidden folder is served, with the cache %s',
        '%s is not served',
      ),
    ),
  ],
  [
    'V13.4.4',
    2,
    'No TRACE',
    proven(
      tests('server/http/checks/hostile-input.test.ts', 'hostile input gets a problem and every header: %s'),
    ),
  ],
  [
    'V13.4.5',
    2,
    'Monitoring is not public',
    proven(
      tests(CONFIG, 'metrics are off unless they have a port of their own'),
      tests('server/app.test.ts', 'visitors can call only public routes'),
    ),
  ],
  ['V14.1.1', 2, 'Sensitive data is classified', documented(DATA)],
  ['V14.1.2', 2, 'Each class has rules', documented(DATA)],
  [
    'V14.2.1',
    1,
    'No secrets in addresses',
    notMet(
      'The address of a calendar feed has a secret, because calendar apps can authenticate only by address; so have links in emails (decision 015). The session is never in an address.',
    ),
  ],
  [
    'V14.2.2',
    2,
    'No sensitive data in shared caches',
    proven(
      tests(PROBLEMS, '%s %s %s is answered with a problem document that no cache keeps'),
      tests(
        'server/modules/calendar/subscribed.test.ts',
        'the response has its type and is not cached by intermediaries',
      ),
      tests('server/http/headers.test.ts', 'no cache stores %s'),
    ),
  ],
  [
    'V14.2.3',
    2,
    'No data goes to trackers',
    proven(
      tests(
        'server/http/headers.test.ts',
        'a response allows scripts of our own and of Google’s sign-in only, and connections to the same',
      ),
    ),
  ],
  [
    'V14.2.4',
    2,
    'The rules of each class are followed',
    proven(
      tests(LOG, 'no cookie, token, id in an address or query value is written'),
      tests(
        'server/modules/accounts/account-data/routes.test.ts',
        'a completed deletion leaves nothing that identifies the member in any collection',
      ),
      tests(
        'server/account-data-parts.test.ts',
        'every collection has a rule for the download and for the deletion of an account',
      ),
      tests('server/store/sqlite/file.test.ts', 'the file and its log are readable by their user only'),
    ),
  ],
  [
    'V14.3.1',
    1,
    'A sign-out clears the browser',
    proven(
      tests(
        'client/e2e/accounts/two-tabs.test.ts',
        'signing out in one tab signs out the other at once, and deletes its drafts',
      ),
      tests(
        'client/e2e/app/offline.test.ts',
        'a check-in list on the device is encrypted, with names and guests only, and a sign-out removes it and its key',
      ),
    ),
  ],
  [
    'V14.3.2',
    2,
    'Browsers do not cache sensitive data',
    notMet(
      'Pictures of members stay in the browser’s cache after a sign-out, under addresses that no one can guess. Everything else is `no-store`.',
    ),
  ],
  [
    'V14.3.3',
    2,
    'No sensitive data in browser storage',
    notMet(
      'Drafts of forms and check-ins that wait for a connection, with names, are stored until they are sent or the person signs out. The check-in list of an event is encrypted.',
    ),
  ],
  ['V15.1.1', 1, 'Deadlines for updates of packages', documented('../security.md#packages')],
  ['V15.1.2', 2, 'An inventory of packages', documented('image.md')],
  ['V15.1.3', 2, 'Documentation of costly functions', documented('../security.md#costly-functions')],
  [
    'V15.2.1',
    1,
    'Packages are updated in time',
    elsewhere('Whoever releases follows the deadlines of V15.1.1; no test can.'),
  ],
  [
    'V15.2.2',
    2,
    'Costly functions cannot stop the rest',
    proven(
      tests(
        SHEDDING,
        'a busy server sheds requests that clients repeat on their own first, and members’ reads last',
        'a burst of RSVPs to many events does not delay a read of another event’s organiser',
      ),
      tests(
        'server/modules/accounts/account-data/export.test.ts',
        'an export is streamed and reads only a few pictures at a time',
      ),
    ),
  ],
  [
    'V15.2.3',
    2,
    'Production has no test code',
    proven(
      tests(
        'server/testing/deployment/deploy.test.ts',
        'files in the image import nothing that it leaves out',
      ),
      tests(CONFIG, '%s is refused'),
    ),
  ],
  [
    'V15.3.1',
    1,
    'Responses have only required fields',
    proven(
      tests(
        'server/modules/people/members/visibility.test.ts',
        'a profile contains no role, status, version or visibility settings',
      ),
      tests(
        'server/modules/accounts/account-data/export.test.ts',
        'an export leaves out what the schema of a part does not list',
      ),
    ),
  ],
  [
    'V15.3.2',
    2,
    'Outgoing requests follow no redirects',
    proven(
      tests(
        'server/modules/notifications/push/push.test.ts',
        'a redirect is not followed, and a refused message is not sent again',
      ),
    ),
  ],
  [
    'V15.3.3',
    2,
    'No mass assignment',
    proven(
      tests(
        'server/modules/people/members/editor.test.ts',
        'an edit cannot change a role or any other field that only the server sets',
      ),
      tests('server/http/schemas.test.ts', 'a route does not start if it would accept unchecked input: %s'),
    ),
  ],
  [
    'V15.3.4',
    2,
    'The address of the client cannot be forged',
    proven(
      tests('server/http/checks/rate-limits.test.ts', 'a forwarded address from an unknown proxy is ignored'),
      tests(CONFIG, 'an invalid setting is refused: %s=%s'),
    ),
  ],
  [
    'V15.3.5',
    2,
    'Types are checked strictly',
    proven(tests('server/http/schemas.test.ts', 'queries are coerced to their types, JSON bodies are not')),
  ],
  [
    'V15.3.6',
    2,
    'No pollution of prototypes',
    proven(
      tests(PROBLEMS, 'a body is refused: %s'),
      tests('shared/operations/scrub.test.ts', 'scrubValue drops a key that could poison a prototype'),
    ),
  ],
  [
    'V15.3.7',
    2,
    'No pollution of parameters',
    proven(
      tests(
        'server/http/checks/guards.test.ts',
        'two session cookies are refused for member calls, and ignored for error reports',
      ),
      tests('server/http/checks/hostile-input.test.ts', 'hostile input gets a problem and every header: %s'),
    ),
  ],
  ['V16.1.1', 2, 'Documentation of the log', documented('log.md', '../operations.md#the-log')],
  [
    'V16.2.1',
    2,
    'Lines have when, where, who and what',
    proven(
      tests(LOG, 'each request is one line with method, route, status, duration and address'),
      tests(AUDIT, 'every denial is logged, and stored once per person, reason and ten minutes'),
    ),
  ],
  [
    'V16.2.2',
    2,
    'Clocks are synchronised',
    proven(
      tests(
        'server/store/firestore/feed/heartbeat.test.ts',
        'a clock that is %i seconds ahead is logged once, and does not count as a lag',
      ),
    ),
  ],
  ['V16.2.3', 2, 'Logs go only to documented places', documented('../operations.md#the-log')],
  [
    'V16.2.4',
    2,
    'Logs have a common format',
    proven(
      tests(LOG, '%s is escaped, and the line stays the same JSON'),
      tests(
        'server/logging/log-sink.test.ts',
        'acknowledged lines are in the file, and lines of two sources never mix',
      ),
    ),
  ],
  [
    'V16.2.5',
    2,
    'Logs have no secrets',
    proven(
      tests(
        LOG,
        'no cookie, token, id in an address or query value is written',
        'the log does not contain secret calendar addresses: %s %s',
        '%s is logged as %s',
      ),
      tests('server/modules/operations/client-errors/record.test.ts', 'secrets are removed from every field'),
    ),
  ],
  [
    'V16.3.1',
    2,
    'Sign-ins are logged, failed ones too',
    notMet(
      'Exchanges, refusals and ends of sessions are logged and audited. A wrong password is refused by Firebase, which only the operator can log.',
    ),
  ],
  [
    'V16.3.2',
    2,
    'Refused calls are logged',
    proven(
      tests(AUDIT, 'every denial is logged, and stored once per person, reason and ten minutes'),
      tests(
        'server/modules/accounts/sessions/replay.test.ts',
        'replaying a session that a member %s is logged and stored with its owner',
      ),
    ),
  ],
  [
    'V16.3.3',
    2,
    'Attempts to bypass checks are logged',
    proven(
      tests(LOG, '%s is logged as a warning with its code'),
      tests('server/http/checks/rate-limits.test.ts', 'a refusal is logged as a warning'),
      tests(
        'server/http/checks/guards.test.ts',
        'a CSP violation is logged as one line, without query values',
      ),
    ),
  ],
  [
    'V16.3.4',
    2,
    'Unexpected errors are logged',
    proven(tests(PROBLEMS, 'an unexpected error is logged, and its response contains only the request id')),
  ],
  [
    'V16.4.1',
    2,
    'Lines cannot be forged',
    proven(
      tests(
        LOG,
        'an unknown address is truncated in the log and cannot forge a line',
        '%s is escaped, and the line stays the same JSON',
      ),
      tests('server/modules/operations/client-errors/record.test.ts', 'an entry cannot forge a log line'),
      tests('server/tasks/logs.test.ts', 'content from a client cannot control the terminal or forge a line'),
    ),
  ],
  [
    'V16.4.2',
    2,
    'Logs cannot be changed',
    proven(
      tests(
        'server/modules/operations/audit/collection.test.ts',
        'no code path can change or delete an entry',
      ),
    ),
  ],
  [
    'V16.4.3',
    2,
    'Logs go to another system',
    elsewhere('The operator’s collector reads standard output (docs/operations.md).'),
  ],
  [
    'V16.5.1',
    2,
    'Errors reveal nothing internal',
    proven(
      tests(PROBLEMS, 'an unexpected error is logged, and its response contains only the request id'),
      tests(CONFIG, '%o is refused with an error that contains no password'),
    ),
  ],
  [
    'V16.5.2',
    2,
    'Outages of others are survived safely',
    proven(
      tests(HOOKS, 'a signed-in call during an outage succeeds while the check is cached, and is then 503'),
      tests(
        'server/store/firestore/circuit-breaker.test.ts',
        'the breaker rejects calls after a failed call and a failed ping, until the store responds',
      ),
    ),
  ],
  [
    'V16.5.3',
    2,
    'Errors never let anyone in',
    proven(
      tests(
        'server/modules/accounts/sessions/session.test.ts',
        'a session during an outage of %s is 503 and keeps the cookie',
      ),
      tests(HOOKS, 'a sensitive action bypasses the cache'),
      tests(AUDIT, 'an audit entry of a transaction that fails is not stored'),
    ),
  ],
  ['V17.1.1', 2, 'TURN reaches only public addresses', NO_WEB_RTC],
  ['V17.2.1', 2, 'Keys of DTLS are managed', NO_WEB_RTC],
  ['V17.2.2', 2, 'Cipher suites of DTLS', NO_WEB_RTC],
  ['V17.2.3', 2, 'SRTP is authenticated', NO_WEB_RTC],
  ['V17.2.4', 2, 'Malformed SRTP is survived', NO_WEB_RTC],
  ['V17.3.1', 2, 'Floods of signals are survived', NO_WEB_RTC],
  ['V17.3.2', 2, 'Malformed signals are survived', NO_WEB_RTC],
]

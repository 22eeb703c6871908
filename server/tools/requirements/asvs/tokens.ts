import {
  documented,
  elsewhere,
  notApplicable,
  notMet,
  proven,
  type Requirement,
  tests,
} from '#server/tools/requirements/requirement.ts'

const IDENTITY = 'server/identity/firebase.test.ts'
const BACKUP = 'server/store/backups/backup.test.ts'
const CALLS = 'server/testing/architecture/dangerous-calls.test.ts'
const KEYS = '../security.md#keys-and-algorithms'

const NO_ACCESS_TOKEN = notApplicable('No access token is accepted: calls carry the session cookie.')
const NOT_A_PROVIDER = notApplicable(
  'Guildhall issues no tokens of OAuth; Firebase and Google are the providers.',
)

/** V9 to V11. */
export const TOKENS: readonly Requirement[] = [
  [
    'V9.1.1',
    1,
    'Signatures are verified first',
    proven(tests(IDENTITY, '%s is invalid', 'an ID token %s is refused')),
  ],
  [
    'V9.1.2',
    1,
    'Only allowed algorithms',
    proven(
      tests(
        IDENTITY,
        '%s is invalid',
        'an ID token %s is refused',
        'an emulator variable alone does not disable signature checks',
      ),
    ),
  ],
  [
    'V9.1.3',
    1,
    'Keys come from a configured source',
    proven(tests(IDENTITY, '%s is invalid', 'an ID token %s is refused')),
  ],
  [
    'V9.2.1',
    1,
    'Tokens are accepted only in their time',
    proven(tests(IDENTITY, 'a session cookie with %s is refused', 'an ID token %s is refused')),
  ],
  [
    'V9.2.2',
    2,
    'Only the right type of token',
    proven(tests(IDENTITY, '%s is invalid', 'a session cookie is not accepted as an ID token')),
  ],
  [
    'V9.2.3',
    2,
    'Only tokens for this service',
    proven(tests(IDENTITY, 'a session cookie with %s is refused', 'an ID token %s is refused')),
  ],
  [
    'V9.2.4',
    2,
    'Tokens of one key name their audience',
    elsewhere(
      'Google signs for all projects with the same keys, and names the project as the audience, which V9.2.3 checks.',
    ),
  ],
  [
    'V10.1.1',
    2,
    'Tokens stay in the backend',
    notMet(
      'Firebase’s SDK holds the ID token and the refresh token in the browser. They open no session by themselves later than five minutes after the sign-in, and none after a sign-out.',
    ),
  ],
  [
    'V10.1.2',
    2,
    'Answers of the provider belong to a request of this browser',
    elsewhere('Firebase’s SDK starts and ends the sign-in with Google, with its own state and nonce.'),
  ],
  [
    'V10.2.1',
    2,
    'The code flow is protected against other sites',
    elsewhere('Firebase is the client of Google’s code flow.'),
  ],
  [
    'V10.2.2',
    2,
    'No mix-up of authorization servers',
    notApplicable('There is one issuer, the Firebase project.'),
  ],
  ['V10.3.1', 2, 'Access tokens are for this service', NO_ACCESS_TOKEN],
  ['V10.3.2', 2, 'Scopes of access tokens are enforced', NO_ACCESS_TOKEN],
  ['V10.3.3', 2, 'Access tokens identify users for good', NO_ACCESS_TOKEN],
  ['V10.3.4', 2, 'Access tokens have the required strength', NO_ACCESS_TOKEN],
  ['V10.4.1', 1, 'Redirect addresses are registered', NOT_A_PROVIDER],
  ['V10.4.2', 1, 'Authorization codes work once', NOT_A_PROVIDER],
  ['V10.4.3', 1, 'Authorization codes are short-lived', NOT_A_PROVIDER],
  ['V10.4.4', 1, 'Only required grants', NOT_A_PROVIDER],
  ['V10.4.5', 1, 'No replay of refresh tokens', NOT_A_PROVIDER],
  ['V10.4.6', 2, 'PKCE is required', NOT_A_PROVIDER],
  ['V10.4.7', 2, 'Dynamic registration is restricted', NOT_A_PROVIDER],
  ['V10.4.8', 2, 'Refresh tokens expire', NOT_A_PROVIDER],
  ['V10.4.9', 2, 'Users can revoke tokens', NOT_A_PROVIDER],
  ['V10.4.10', 2, 'Confidential clients authenticate', NOT_A_PROVIDER],
  ['V10.4.11', 2, 'Only required scopes', NOT_A_PROVIDER],
  [
    'V10.5.1',
    2,
    'No replay of ID tokens',
    proven(
      tests(
        'server/modules/accounts/sessions/exchange.test.ts',
        'a first exchange with a sign-in %s requires a new sign-in',
      ),
      tests(
        'server/modules/accounts/sessions/sign-outs.test.ts',
        'an ID token from before a sign-out opens no session in that browser',
        'every replica refuses an ID token from before a sign-out',
      ),
    ),
  ],
  [
    'V10.5.2',
    2,
    'Users are identified by `sub`',
    proven(
      tests(IDENTITY, 'a session cookie with %s is refused'),
      tests(
        'server/modules/accounts/handovers/handover.test.ts',
        'the owner of the address gets an account of their own, and the member keeps theirs',
      ),
    ),
  ],
  [
    'V10.5.3',
    2,
    'Metadata of the provider is checked',
    notApplicable('No metadata is read: issuer and keys are fixed by the project.'),
  ],
  ['V10.5.4', 2, 'The audience is checked', proven(tests(IDENTITY, 'an ID token %s is refused'))],
  ['V10.5.5', 2, 'Back-channel logout is checked', notApplicable('Firebase has no back-channel logout.')],
  ['V10.6.1', 2, 'Only safe response modes', NOT_A_PROVIDER],
  ['V10.6.2', 2, 'No forced logout', NOT_A_PROVIDER],
  ['V10.7.1', 2, 'Users consent to each authorization', NOT_A_PROVIDER],
  ['V10.7.2', 2, 'Consent is informed', NOT_A_PROVIDER],
  ['V10.7.3', 2, 'Consent can be revoked', NOT_A_PROVIDER],
  ['V11.1.1', 2, 'Documentation of the management of keys', documented(KEYS)],
  ['V11.1.2', 2, 'An inventory of keys and algorithms', documented(KEYS)],
  ['V11.2.1', 2, 'Only validated implementations', documented(KEYS)],
  [
    'V11.2.2',
    2,
    'Algorithms and keys can be replaced',
    notMet(
      'Keys can be replaced, but not side by side: a new `SERVER_SECRET` invalidates links at once. Algorithms are constants of the code.',
    ),
  ],
  [
    'V11.2.3',
    2,
    'At least 128 bits of security',
    notMet(
      'Google signs tokens with RSA of 2048 bits, which counts as 112. All algorithms of our own have 128 or more.',
    ),
  ],
  [
    'V11.3.1',
    1,
    'No insecure block modes',
    proven(tests(CALLS, 'hashes are SHA-256, and ciphers AES-256-GCM')),
  ],
  [
    'V11.3.2',
    1,
    'Only approved ciphers',
    proven(tests(CALLS, 'hashes are SHA-256, and ciphers AES-256-GCM')),
  ],
  [
    'V11.3.3',
    2,
    'Encrypted data is authenticated',
    proven(tests(BACKUP, 'an encrypted backup that was %s is refused')),
  ],
  ['V11.4.1', 1, 'Only approved hashes', proven(tests(CALLS, 'hashes are SHA-256, and ciphers AES-256-GCM'))],
  [
    'V11.4.2',
    2,
    'Passwords are stored with a slow hash',
    elsewhere(
      'Firebase stores passwords, with a scrypt of its own. The server passes on those that replace an account, and stores none.',
    ),
  ],
  [
    'V11.4.3',
    2,
    'Hashes for signatures resist collisions',
    proven(tests(CALLS, 'hashes are SHA-256, and ciphers AES-256-GCM')),
  ],
  [
    'V11.4.4',
    2,
    'Keys from passwords are stretched',
    notApplicable('No key is made from a password: `BACKUP_KEY` and `SERVER_SECRET` are random.'),
  ],
  [
    'V11.5.1',
    2,
    'Secrets are random, of 128 bits',
    proven(
      tests(CALLS, 'Math.random decides delays, and when a session cookie ends within its last minutes'),
    ),
  ],
  [
    'V11.6.1',
    2,
    'Only approved public-key algorithms',
    proven(
      tests(IDENTITY, '%s is invalid'),
      tests(
        'server/modules/notifications/push/endpoint.test.ts',
        'a key that is not a point on the curve is refused',
      ),
    ),
  ],
]

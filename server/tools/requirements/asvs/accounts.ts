import {
  documented,
  elsewhere,
  notApplicable,
  notMet,
  proven,
  type Requirement,
  tests,
} from '#server/tools/requirements/requirement.ts'

const PASSWORDS = 'client/modules/accounts/sign-in/checks.test.ts'
const PASSWORD_FIELD = 'client/ui/form/PasswordField.test.tsx'
const SETTINGS = 'client/e2e/accounts/settings.test.ts'
const JOURNEY = 'client/e2e/accounts/journey-signup.test.ts'
const HANDOVER = 'server/modules/accounts/handovers/handover.test.ts'
const CODES = 'server/modules/accounts/sign-in-codes/sign-in-codes.test.ts'
const IDENTITY = 'server/identity/firebase.test.ts'
const EXCHANGE = 'server/modules/accounts/sessions/exchange.test.ts'
const HOOKS = 'server/modules/accounts/sessions/hooks.test.ts'
const LOGOUT = 'server/modules/accounts/sessions/logout.test.ts'
const OWN = 'server/modules/accounts/sessions/own-sessions.test.ts'
const APP = 'server/app.test.ts'
const PERMISSIONS = 'server/testing/matrices/permissions/permissions.test.ts'
const VISIBILITY = 'server/modules/people/members/visibility.test.ts'

const NO_SECOND_FACTOR = notApplicable('There is no second factor (V6.3.3).')
const NO_PHONE = notApplicable('No code is sent by phone.')

/** V6 to V8. */
export const ACCOUNTS: readonly Requirement[] = [
  [
    'V6.1.1',
    1,
    'Documentation says how guessing of passwords is limited',
    documented('../security.md#signing-in'),
  ],
  ['V6.1.2', 2, 'A list of words that passwords must not contain', notMet('There is no such list.')],
  ['V6.1.3', 2, 'Documentation lists every way to sign in', documented('../security.md#signing-in')],
  [
    'V6.2.1',
    1,
    'Passwords have at least 8 characters',
    proven(
      tests(PASSWORDS, 'a new password needs 8 characters'),
      tests(HANDOVER, 'a short password is refused before anything has changed'),
    ),
  ],
  [
    'V6.2.2',
    1,
    'Users can change their password',
    proven(tests(SETTINGS, 'a password is changed with the current one, which signs out the other devices')),
  ],
  [
    'V6.2.3',
    1,
    'A change needs the current password',
    proven(tests(SETTINGS, 'a password is changed with the current one, which signs out the other devices')),
  ],
  [
    'V6.2.4',
    1,
    'Common passwords are refused',
    notMet('Neither our forms nor Firebase compare passwords with a list of common ones.'),
  ],
  ['V6.2.5', 1, 'Passwords of any composition', proven(tests(PASSWORDS, 'a new password may consist of %s'))],
  [
    'V6.2.6',
    1,
    'Password fields are masked',
    proven(tests(PASSWORD_FIELD, 'a password field masks its text, and password managers know it as %s')),
  ],
  [
    'V6.2.7',
    1,
    'Paste and password managers work',
    proven(tests(PASSWORD_FIELD, 'a password field masks its text, and password managers know it as %s')),
  ],
  [
    'V6.2.8',
    1,
    'Passwords are verified as typed',
    elsewhere('Firebase verifies them. Our forms pass them on unchanged.'),
  ],
  [
    'V6.2.9',
    2,
    'Passwords of 64 characters are permitted',
    proven(tests(PASSWORDS, 'a new password may consist of %s')),
  ],
  ['V6.2.10', 2, 'Passwords do not expire', notApplicable('Nothing lets a password expire.')],
  ['V6.2.11', 2, 'The list of V6.1.2 is applied', notMet('There is no such list.')],
  ['V6.2.12', 2, 'Breached passwords are refused', notMet('No service with breached passwords is asked.')],
  [
    'V6.3.1',
    1,
    'Guessing of passwords is limited',
    elsewhere(
      'Firebase checks passwords, and limits attempts per address and account. The server never sees a sign-in that failed.',
    ),
  ],
  [
    'V6.3.2',
    1,
    'No default accounts',
    notApplicable('There are none; admins are named by `ADMIN_EMAILS`, and sign up like everyone.'),
  ],
  [
    'V6.3.3',
    2,
    'A second factor',
    notMet(
      'Members sign in with a password or with Google alone. The emails that verify an address are no second factor.',
    ),
  ],
  [
    'V6.3.4',
    2,
    'Every way to sign in is equally strong',
    proven(
      tests(HANDOVER, 'Google on an account that someone else created replaces it'),
      tests(OWN, '%s %s needs a sign-in of the last five minutes'),
    ),
  ],
  [
    'V6.4.1',
    1,
    'Initial passwords are random and expire',
    notApplicable('No one gets a password; an invitation is a link.'),
  ],
  ['V6.4.2', 1, 'No password hints or secret questions', notApplicable('There are none.')],
  [
    'V6.4.3',
    2,
    'A forgotten password is replaced securely',
    proven(
      tests(
        JOURNEY,
        'a forgotten password is replaced, and the link works once',
        'asking for a reset link never reveals whether an email has an account',
      ),
      tests(HANDOVER, 'a reset of an account that was never verified leaves its creator no way in'),
    ),
  ],
  ['V6.4.4', 2, 'A lost factor is replaced after proof of identity', NO_SECOND_FACTOR],
  [
    'V6.5.1',
    2,
    'Codes work once',
    proven(tests(CODES, 'a code works once, also when requests with it race')),
  ],
  [
    'V6.5.2',
    2,
    'Stored lookup secrets are hashed',
    proven(
      tests(CODES, 'the store contains neither codes nor cookies, and nothing of a code once it has expired'),
    ),
  ],
  [
    'V6.5.3',
    2,
    'Codes are random',
    proven(
      tests(
        'server/modules/accounts/sign-in-codes/codes.test.ts',
        'each digit of a code is as likely as any other',
      ),
    ),
  ],
  [
    'V6.5.4',
    2,
    'Codes have 20 bits, or six digits',
    proven(
      tests(
        'server/modules/accounts/sign-in-codes/codes.test.ts',
        'each digit of a code is as likely as any other',
      ),
    ),
  ],
  ['V6.5.5', 2, 'Codes expire', proven(tests(CODES, 'a code expires after ten minutes'))],
  ['V6.6.1', 2, 'Codes by phone are a last resort', NO_PHONE],
  [
    'V6.6.2',
    2,
    'Codes are bound to their request',
    proven(tests(CODES, 'a code works only in the browser that requested it')),
  ],
  [
    'V6.6.3',
    2,
    'Guessing of codes is limited',
    proven(
      tests(
        CODES,
        'the fifth wrong try ends a code, also when tries race',
        'an address gets ten codes a day from all networks and replicas',
      ),
    ),
  ],
  [
    'V6.8.1',
    2,
    'No identity provider can speak for another',
    proven(
      tests(HANDOVER, 'Google on an account that someone else created replaces it'),
      tests(
        'client/e2e/accounts/whose-account.test.ts',
        'a sign-in with Google replaces an account that someone else created with the address',
      ),
    ),
  ],
  [
    'V6.8.2',
    2,
    'Signatures of assertions are verified',
    proven(tests(IDENTITY, '%s is invalid', 'an ID token %s is refused')),
  ],
  ['V6.8.3', 2, 'SAML assertions are used once', notApplicable('There is no SAML.')],
  [
    'V6.8.4',
    2,
    'The time of the sign-in is checked',
    proven(
      tests(EXCHANGE, 'a first exchange with a sign-in %s requires a new sign-in'),
      tests(HOOKS, 'a sensitive action needs a sign-in of the last five minutes'),
    ),
  ],
  ['V7.1.1', 2, 'Documentation of session lifetimes', documented('../security.md#sessions')],
  ['V7.1.2', 2, 'Documentation of parallel sessions', documented('../security.md#sessions')],
  ['V7.1.3', 2, 'Documentation of federated sessions', documented('../security.md#sessions')],
  [
    'V7.2.1',
    1,
    'The server verifies session tokens',
    proven(
      tests(IDENTITY, '%s is invalid'),
      tests(
        'server/modules/accounts/sessions/session.test.ts',
        'a forged cookie is answered as signed out, and cleared',
      ),
    ),
  ],
  [
    'V7.2.2',
    1,
    'Session tokens are made for each session',
    proven(
      tests(
        'server/modules/accounts/sessions/same-second.test.ts',
        'two exchanges within one second give two cookies, and ending one leaves the other',
      ),
    ),
  ],
  [
    'V7.2.3',
    1,
    'Reference tokens are random',
    notApplicable('The cookie is a signed token, not a reference.'),
  ],
  [
    'V7.2.4',
    1,
    'A sign-in makes a new token and ends the old one',
    proven(
      tests(
        EXCHANGE,
        'a renewal needs no recent sign-in, and ends the old cookie',
        'a sign-in with another account replaces a live session, and is audited',
      ),
    ),
  ],
  [
    'V7.3.1',
    2,
    'Sessions end after inactivity',
    notMet(
      'A session that is not used ends only with its maximum age, five days after the sign-in by default.',
    ),
  ],
  [
    'V7.3.2',
    2,
    'Sessions have a maximum age',
    proven(tests(EXCHANGE, 'a renewal never extends a session beyond its maximum age since the sign-in')),
  ],
  [
    'V7.4.1',
    1,
    'An ended session is refused',
    proven(
      tests(
        LOGOUT,
        'logging out ends the session everywhere, in every spelling of its cookie',
        'logging out is not undone by a pending renewal of the same session',
      ),
    ),
  ],
  [
    'V7.4.2',
    1,
    'Disabled and deleted accounts have no session',
    proven(
      tests(HOOKS, 'a call of an account that was %s is 401 within 30 s and clears the cookie'),
      tests(
        'server/modules/accounts/account-data/routes.test.ts',
        'a completed deletion ends the sessions and removes the sign-in account',
      ),
      tests(
        'server/modules/notifications/in-app/streams.test.ts',
        'a stream ends within two seconds of the sign-out or the suspension of its member',
      ),
    ),
  ],
  [
    'V7.4.3',
    2,
    'A new password can end all other sessions',
    proven(tests(SETTINGS, 'a password is changed with the current one, which signs out the other devices')),
  ],
  [
    'V7.4.4',
    2,
    'Signing out is easy to find',
    proven(
      tests(
        'client/e2e/accounts/two-tabs.test.ts',
        'signing out in one tab signs out the other at once, and deletes its drafts',
      ),
      tests(
        'client/e2e/accounts/suspension.test.ts',
        'a member suspended during a visit sees it, and can download their data or delete the account; one pending approval can sign out',
      ),
    ),
  ],
  [
    'V7.4.5',
    2,
    'Admins can end sessions',
    proven(tests('server/modules/admin/members/routes.test.ts', 'admins sign a member out on every device')),
  ],
  [
    'V7.5.1',
    2,
    'Changes of credentials need a new sign-in',
    proven(
      tests(OWN, '%s %s needs a sign-in of the last five minutes', 'a change of credentials is audited'),
    ),
  ],
  [
    'V7.5.2',
    2,
    'Users see and end their sessions',
    proven(
      tests(SETTINGS, 'the devices of a person are listed, and one is signed out from another'),
      tests(
        OWN,
        'the list of sessions shows each active session of the member once',
        'all other sessions end, and the current one stays',
      ),
    ),
  ],
  [
    'V7.6.1',
    2,
    'The provider’s end of a session is ours',
    proven(
      tests(HOOKS, 'a call of an account that was %s is 401 within 30 s and clears the cookie'),
      tests(
        OWN,
        'the list of sessions omits sessions that the provider has revoked, for example by a new password',
      ),
    ),
  ],
  [
    'V7.6.2',
    2,
    'No session begins without the user',
    proven(
      tests(EXCHANGE, 'a first exchange with a sign-in %s requires a new sign-in'),
      tests(
        'server/modules/accounts/sessions/sign-outs.test.ts',
        'an ID token from before a sign-out opens no session in that browser',
      ),
    ),
  ],
  ['V8.1.1', 1, 'Documentation of who may do what', documented('../security.md#who-may-do-what')],
  ['V8.1.2', 2, 'Documentation of who may see which field', documented('../security.md#who-may-do-what')],
  [
    'V8.2.1',
    1,
    'Functions are restricted',
    proven(
      tests(APP, 'visitors can call only public routes', 'the role %s can call no route of the admin area'),
      tests(
        PERMISSIONS,
        'the table has every command that requires a role',
        '$route has the expected outcomes for each role: $state',
      ),
    ),
  ],
  [
    'V8.2.2',
    1,
    'Data of others is restricted',
    proven(
      tests(
        'server/testing/matrices/visibility/closed-events.test.ts',
        'an event that is not open to the viewer looks like an unknown one: %s',
      ),
      tests(
        'server/testing/matrices/visibility/blocking.test.ts',
        'every route has a rule for what it shows of a member who blocked or was blocked',
        'neither of the two sees the other: %s',
      ),
      tests(OWN, 'another member’s session, or an unknown one, is not found'),
    ),
  ],
  [
    'V8.2.3',
    2,
    'Fields are restricted',
    proven(
      tests(
        VISIBILITY,
        'a profile field follows its setting: $field with visibility "$visibility", as seen by a $viewer',
        'a profile contains no role, status, version or visibility settings',
      ),
      tests(
        'server/modules/people/members/editor.test.ts',
        'an edit cannot change a role or any other field that only the server sets',
      ),
    ),
  ],
  [
    'V8.3.1',
    1,
    'The server decides who may do what',
    proven(
      tests(PERMISSIONS, '$route has the expected outcomes for each role: $state'),
      tests(APP, 'an unverified address gives no access'),
    ),
  ],
  ['V8.4.1', 2, 'Tenants are separate', notApplicable('An installation serves one community.')],
]

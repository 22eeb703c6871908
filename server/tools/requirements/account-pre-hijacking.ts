import { proven, type Requirement, tests } from './requirement.ts'

const HANDOVER = 'server/modules/accounts/handovers/handover.test.ts'
const CODES = 'server/modules/accounts/sign-in-codes/sign-in-codes.test.ts'
const MAILED = 'server/modules/accounts/invitations/mailed-links.test.ts'
const BROWSER = 'client/e2e/accounts/whose-account.test.ts'

/** The five classes of Sudhodanan and Paverd, “Pre-hijacked accounts”, 2022. */
export const ACCOUNT_PRE_HIJACKING: readonly Requirement[] = [
  [
    'Classic-federated merge',
    undefined,
    'A password set before the owner’s first sign-in with Google gives no access',
    proven(
      tests(
        HANDOVER,
        'Google on an account that someone else created replaces it',
        'a session by password ends when a sign-in with Google has removed the password',
      ),
      tests(BROWSER, 'a sign-in with Google replaces an account that someone else created with the address'),
    ),
  ],
  [
    'Unexpired session identifier',
    undefined,
    'A session from before the owner’s password reset ends',
    proven(
      tests(
        HANDOVER,
        'a reset of an account that was never verified leaves its creator no way in',
        'a new password replaces the account, so that nothing of its creator gets in',
      ),
      tests(
        BROWSER,
        'a password reset of an account that was never verified locks out the person who created it',
      ),
    ),
  ],
  [
    'Trojan identifier',
    undefined,
    'A sign-in method that was linked before gives no access',
    proven(
      tests(
        HANDOVER,
        'a new password replaces the account, so that nothing of its creator gets in',
        'an account that someone else created is removed, and its address is free',
      ),
      tests(CODES, 'a stranger who registered the address first loses the account to its owner'),
      tests(
        'client/e2e/accounts/sign-in-codes.test.ts',
        'a stranger who registered the address first is signed out when its owner uses a code',
      ),
      tests(
        BROWSER,
        'the owner of an admin’s address takes over the account that a stranger created with it',
      ),
    ),
  ],
  [
    'Unexpired email change',
    undefined,
    'A change of address that was requested before takes no account away',
    proven(
      tests(
        HANDOVER,
        'a reset of an account that was never verified leaves its creator no way in',
        'a member’s account gets its old address back when the owner of the new one disowns the account',
        'a restored address gives no access until its owner sets a new password',
      ),
      tests(
        CODES,
        'an account that changes its address while its code is used is not verified with the new one',
      ),
    ),
  ],
  [
    'Non-verifying identity provider',
    undefined,
    'An address that a provider did not verify gives no access',
    proven(
      tests('server/app.test.ts', 'an unverified address gives no access'),
      tests(
        'server/modules/accounts/sessions/exchange.test.ts',
        'a first exchange with an unverified address creates a session without a membership',
      ),
      tests(MAILED, 'an emailed invitation does not verify an account that exists already'),
      tests(
        BROWSER,
        'a click on the link by the owner of an address does not give it to a stranger’s account',
      ),
    ),
  ],
]

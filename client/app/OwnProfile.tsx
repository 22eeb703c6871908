import { DeletionNotice } from '#client/features/account-data/DeletionNotice.tsx'
import { YourAccount } from '#client/features/account-data/YourAccount.tsx'
import { OwnProfile } from '#client/features/profile/OwnProfile.tsx'

/** One's own profile with what concerns the account behind it. */
export const Component = () => <OwnProfile notice={<DeletionNotice />} account={<YourAccount />} />

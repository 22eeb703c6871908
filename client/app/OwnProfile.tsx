import { DeletionNotice } from '#client/features/account-data/DeletionNotice.tsx'
import { YourAccount } from '#client/features/account-data/YourAccount.tsx'
import { OwnProfile } from '#client/features/profile/OwnProfile.tsx'

/** The signed-in person's profile, with their account settings. */
export const Component = () => <OwnProfile notice={<DeletionNotice />} account={<YourAccount />} />

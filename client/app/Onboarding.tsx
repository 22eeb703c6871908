import { OnboardingScreen } from '#client/features/account/onboarding/OnboardingScreen.tsx'
import { AboutYouFields, AsksAndVisibilityFields } from '#client/features/profile/profile-fields.tsx'

/** Onboarding with the fields of the profile. Features know nothing of each other. */
export const Component = () => (
  <OnboardingScreen AboutYou={AboutYouFields} AsksAndVisibility={AsksAndVisibilityFields} />
)

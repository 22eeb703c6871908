import { IntroductionCard } from '#client/features/connections/introductions/IntroductionCard.tsx'
import { ReceivedRequest } from '#client/features/connections/lists/RequestRow.tsx'
import { IntroductionQuestion } from '#client/features/connections/member-introductions/IntroductionQuestion.tsx'
import { DashboardScreen } from '#client/features/dashboard/DashboardScreen.tsx'

/** The dashboard, with components of the connections feature: features don't import each other. */
export const Component = () => (
  <DashboardScreen Request={ReceivedRequest} Suggestion={IntroductionCard} Question={IntroductionQuestion} />
)

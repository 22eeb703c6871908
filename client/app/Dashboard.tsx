import { IntroductionCard } from '#client/features/connections/introductions/IntroductionCard.tsx'
import { ReceivedRequest } from '#client/features/connections/lists/RequestRow.tsx'
import { DashboardScreen } from '#client/features/dashboard/DashboardScreen.tsx'

/** The dashboard with what the connections put on it: features know nothing of each other. */
export const Component = () => <DashboardScreen Request={ReceivedRequest} Suggestion={IntroductionCard} />

import { lazy } from 'react'
import { useSearchParams } from 'react-router-dom'

import { IntroductionCard } from '#client/features/connections/introductions/IntroductionCard.tsx'
import { ReceivedRequest } from '#client/features/connections/lists/RequestRow.tsx'
import { IntroductionQuestion } from '#client/features/connections/member-introductions/IntroductionQuestion.tsx'
import { Warnings } from '#client/features/reports/Warnings.tsx'
import { DashboardScreen } from '#client/features/dashboard/DashboardScreen.tsx'

const NotificationsScreen = lazy(async () => ({
  default: (await import('#client/features/notifications/NotificationsScreen.tsx')).NotificationsScreen,
}))

/**
 * The dashboard, with components of the connections feature: features don't import each other;
 * `?view=notifications`.
 */
export function Component() {
  const [search] = useSearchParams()
  if (search.get('view') === 'notifications') return <NotificationsScreen />
  return (
    <>
      <Warnings />
      <DashboardScreen
        Request={ReceivedRequest}
        Suggestion={IntroductionCard}
        Question={IntroductionQuestion}
      />
    </>
  )
}

import { useSearchParams } from 'react-router-dom'

import { lazyPart } from '#client/lib/lazy-part.ts'
import { SuggestionCard } from '#client/modules/people/suggestions/SuggestionCard.tsx'
import { ReceivedRequest } from '#client/modules/people/connections/lists/RequestRow.tsx'
import { IntroductionQuestion } from '#client/modules/people/introductions/IntroductionQuestion.tsx'
import { Warnings } from '#client/modules/moderation/reports/Warnings.tsx'
import { useAdminTasks } from '#client/modules/admin/tasks.ts'
import { DashboardScreen } from '#client/modules/dashboard/DashboardScreen.tsx'
import { InstallOffer } from '#client/app/install/InstallOffer.tsx'
import { asScreen } from '#client/app/screens/as-screen.tsx'

const NotificationsScreen = asScreen(
  lazyPart(
    () => import('#client/modules/notifications/in-app/NotificationsScreen.tsx'),
    'NotificationsScreen',
  ),
)

/** The dashboard with the tasks of admins, which belong to a later module. */
const Dashboard = asScreen(() => {
  const adminTasks = useAdminTasks()
  return (
    <>
      <Warnings />
      <InstallOffer />
      <DashboardScreen
        Request={ReceivedRequest}
        SuggestionCard={SuggestionCard}
        Question={IntroductionQuestion}
        adminTasks={adminTasks}
      />
    </>
  )
})

/** The dashboard, or with `?view=notifications` the notifications. */
export function Component() {
  const [search] = useSearchParams()
  return search.get('view') === 'notifications' ? <NotificationsScreen /> : <Dashboard />
}

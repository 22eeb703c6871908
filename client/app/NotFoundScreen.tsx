import { ErrorPanel } from '#client/ui/crash/ErrorPanel.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'

import { GoBack, GoToHome } from './crash/error-actions.tsx'

/** For a path that no screen has, and for a thing that is not there. */
export const NotFoundScreen = () => (
  <>
    <ScreenTitle>Page not found</ScreenTitle>
    <ErrorPanel
      title="404 - Page Not Found"
      actions={
        <>
          <GoBack />
          <GoToHome />
        </>
      }
    >
      <p>The page you're looking for doesn't exist or has been moved.</p>
    </ErrorPanel>
  </>
)

import { ErrorPanel } from '#client/ui/crash/ErrorPanel.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import type { ClientErrorEntry } from '#shared/client-errors.ts'

import { GoBack, GoToHome } from './crash/error-actions.tsx'

/** For a path that no screen has, and for a thing that is not there. */
export const NotFoundScreen = ({ entry }: { entry?: ClientErrorEntry | undefined }) => (
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
      entry={entry}
    >
      <p>The page you're looking for doesn't exist or has been moved.</p>
    </ErrorPanel>
  </>
)

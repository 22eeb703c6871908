import { ErrorPanel } from '#client/ui/crash/ErrorPanel.tsx'
import { ScreenTitle } from '#client/ui/page/ScreenTitle.tsx'
import * as m from '#shared/app/messages.ts'
import type { ClientErrorEntry } from '#shared/operations/client-errors.ts'
import { GoBack, GoToHome } from '#client/app/crash/error-actions.tsx'

/** Shown for unknown paths and missing documents. */
export const NotFoundScreen = ({ entry }: { entry?: ClientErrorEntry | undefined }) => (
  <>
    <ScreenTitle>{m.notFoundTab()}</ScreenTitle>
    <ErrorPanel
      title={m.notFoundTitle()}
      actions={
        <>
          <GoBack />
          <GoToHome />
        </>
      }
      entry={entry}
    >
      <p>{m.notFoundText()}</p>
    </ErrorPanel>
  </>
)

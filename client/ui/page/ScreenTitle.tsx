import { readSettings } from '#client/lib/settings.ts'

/** Sets the document's title while a screen is shown. */
export const ScreenTitle = ({ children }: { children: string }) => (
  <title>{`${children} · ${readSettings().PRODUCT_NAME}`}</title>
)

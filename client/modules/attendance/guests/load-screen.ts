import { provideTemporal } from '#client/lib/time/temporal.ts'

/** The page of a guest, whose calendar links calculate with time zones. */
export async function loadGuestScreen() {
  const [{ GuestScreen }] = await Promise.all([import('./GuestScreen.tsx'), provideTemporal()])
  return { default: GuestScreen }
}

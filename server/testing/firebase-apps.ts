import { deleteApp, getApps } from 'firebase-admin/app'

/**
 * A server has one for as long as it runs, so the library keeps all, and each its server: tests would fill the memory
 * of their process with what they have closed.
 */
export const forgetFirebaseApps = async () => {
  await Promise.all(getApps().map(deleteApp))
}

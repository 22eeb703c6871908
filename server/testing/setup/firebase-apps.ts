import { deleteApp, getApps } from 'firebase-admin/app'

/**
 * A server has one app for as long as it runs, so the library keeps all of them, and each keeps its server: closed
 * ones would fill the memory of the tests' process.
 */
export const forgetFirebaseApps = async () => {
  await Promise.all(getApps().map(deleteApp))
}

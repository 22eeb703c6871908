import { StoreError } from '#server/store/port.ts'

/** The backup could not be made or restored. The message tells the operator why. */
export class BackupRefused extends StoreError {}
